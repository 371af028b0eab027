import type { Mutation } from "../mutation.ts";

const processes = ["libs/embedded-postgres/test/embedded-processes.test.ts"];

/** What becomes of a start's Postgres. */
export const start: readonly Mutation[] = [
  {
    name: "postgres-outlives-its-parley",
    file: "libs/embedded-postgres/src/guard-server.ts",
    text: `"$server" = "$2" ] && kill -INT "$2"`,
    replacement: `"$server" = "$2" ]`,
    noticedBy: processes,
    tests: "that ends",
  },
  {
    name: "signal-to-the-group-reaches-the-guard",
    file: "libs/embedded-postgres/src/guard-server.ts",
    text: "    detached: true,\n",
    replacement: "",
    noticedBy: processes,
    tests: "that ends",
  },
  {
    name: "late-guard-ends-the-server-of-another",
    file: "libs/embedded-postgres/src/guard-server.ts",
    text: '[ "$guard" = $$ ] && ',
    replacement: "",
    noticedBy: processes,
    tests: "that took a server over",
  },
];
