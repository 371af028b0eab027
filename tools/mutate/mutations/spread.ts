import type { Mutation } from "../mutation.ts";

const spread = ["apps/notifications/test/spread.test.ts"];
const places = "libs/database/src/two-places.ts";
const distribute = "libs/database/src/distribute.ts";

/** What holds when the rows of a service are on several servers. The tests need Citus. */
export const spreadRows: readonly Mutation[] = [
  {
    name: "a-change-is-committed-before-its-event",
    file: places,
    text: "for (const { name } of rows) {",
    replacement: "for (const { name } of rows.slice(rows.length)) {",
    noticedBy: spread,
    tests: "prepared there before it is committed here",
  },
  {
    name: "the-tables-of-a-key-are-apart",
    file: distribute,
    text: 'table === first ? "default"',
    replacement: 'table !== first ? "none" : first !== "" ? "default"',
    noticedBy: spread,
    tests: "asks one server at a time",
  },
  {
    name: "some-tables-are-spread-and-others-not",
    file: distribute,
    text: 'await client.query("begin");',
    replacement: 'await client.query("select 1");',
    noticedBy: spread,
    tests: "killed leaves all rows where they were",
  },
  {
    name: "a-plan-is-made-for-no-server",
    file: "libs/database/src/session.ts",
    text: "...(spreads ? [] : [",
    replacement: "...(spreads && role === undefined ? [] : [",
    noticedBy: spread,
    tests: "once or again",
  },
];
