import type { Mutation } from "../mutation.ts";

const spread = ["apps/notifications/test/spread.test.ts"];
const move = ["apps/notifications/test/spread-move.test.ts"];
const places = "libs/database/src/two-places.ts";
const distribute = "libs/database/src/distribute.ts";

/** The guarantees while the rows of a service are on several servers. The tests need Citus. */
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
    noticedBy: move,
    tests: "killed leaves all rows where they were",
  },
  {
    name: "a-plan-is-made-for-no-server",
    file: "libs/database/src/session.ts",
    text: "...(spreads ? [] : [",
    replacement: "...(spreads && role === undefined ? [] : [",
    noticedBy: move,
    tests: "once or again",
  },
  {
    name: "spread-rows-stay-on-the-coordinator-as-well",
    file: distribute,
    text: "of tables.toReversed()) {",
    replacement: "of tables.slice(tables.length)) {",
    noticedBy: move,
    tests: "the server that services are connected to",
  },
  {
    name: "gathered-table-gives-numbers-again",
    file: "libs/database/src/gather-table.ts",
    text: ", 0), $",
    replacement: ", 0), 0 * $",
    noticedBy: move,
    tests: "rows that come back",
  },
  {
    name: "table-of-a-new-version-keeps-its-trigger",
    file: distribute,
    text: "      await commitAsOthersDo(client, name);\n",
    replacement: "",
    noticedBy: move,
    tests: "a table that a new version spreads",
  },
];
