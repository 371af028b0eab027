import type { Mutation } from "../mutation.ts";

/** What the pages of the console count on. */
export const consolePagesMutations: readonly Mutation[] = [
  {
    name: "the-shorter-of-two-names-is-mentioned",
    file: "apps/console/src/text/mentioned.ts",
    text: "right.length - left.length",
    replacement: "left.length - right.length",
    noticedBy: ["apps/console/src/text/mentioned.test.ts"],
  },
];
