import type { Mutation } from "../mutation.ts";

const test = ["apps/all-in-one/test/single-things.test.ts"];

/** What is answered to whoever asks for one thing by its id. */
export const singleThings: readonly Mutation[] = [
  {
    name: "one-that-does-not-exist-is-an-empty-list",
    file: "apps/gateway/src/request/request-handler.ts",
    text: "if (one === true) throw new Failure(",
    replacement: "if (one === undefined) throw new Failure(",
    noticedBy: test,
  },
  {
    name: "one-is-taken-with-several-ids",
    file: "apps/gateway/src/operations/across-fields.ts",
    text: "(Array.isArray(data[ids]) && data[ids].length === 1)",
    replacement: "Array.isArray(data[ids])",
    noticedBy: test,
  },
];
