import type { Mutation } from "../mutation.ts";

const spread = ["apps/notifications/test/spread.test.ts"];
const move = ["apps/notifications/test/spread-move.test.ts"];
const activity = ["apps/activity/test/spread.test.ts"];
const prepared = ["apps/activity/test/spread-prepared.test.ts"];
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
  {
    name: "positions-are-drawn-where-the-rows-are",
    file: "apps/activity/src/positions/feed-position.ts",
    text: "sql`(select activity.feed_position() from $",
    replacement: "sql`(select activity.feed_position())`; // $",
    noticedBy: activity,
    tests: "positions are drawn by the coordinator",
  },
  {
    name: "feed-passes-over-rows-that-are-prepared-elsewhere",
    file: "libs/database/src/settled-before.ts",
    text: "before := least(before, unsettled);",
    replacement: "before := least(before);",
    noticedBy: prepared,
    tests: "is read before later ones",
  },
  {
    name: "one-server-holds-back-the-feeds-of-all",
    file: "libs/database/src/settled-before.ts",
    text: "where t.gid = any(names);",
    replacement: "where t.gid is not null;",
    noticedBy: prepared,
    tests: "is read before later ones",
  },
  {
    name: "waiting-readers-pass-over-rows-that-are-prepared-elsewhere",
    file: "apps/activity/src/feed/feed-watch.ts",
    text: "await horizonOf(this.#database, [...positions.keys()], ofAll);",
    replacement: "await horizonOf(this.#database, [], ofAll);",
    noticedBy: prepared,
    tests: "wakes those who wait for its document",
  },
  {
    name: "erasure-ends-before-prepared-rows",
    file: "libs/erasure/src/service/erasure-store.ts",
    text: "settledBefore ? sql`",
    replacement: "settledBefore === undefined ? sql`",
    noticedBy: prepared,
    tests: "an erasure does not end",
  },
  {
    name: "gathered-schema-asks-other-servers",
    file: "libs/database/src/two-places.ts",
    text: "  await settleOnOneServer(client, schema);\n",
    replacement: "",
    noticedBy: activity,
    tests: "rows are spread while the installation has some",
  },
  {
    name: "positions-of-other-servers-are-not-known",
    file: "apps/activity/migrations/0013_rows_on_several_servers.sql",
    text: "if is_spread then",
    replacement: "if is_spread and oldest < 0 then",
    noticedBy: activity,
    tests: "positions rise above the highest",
  },
  {
    name: "readers-sleep-while-one-server-is-away",
    file: "apps/activity/src/feed/feed-watch.ts",
    text: "if (this.#database.spreads) for",
    replacement: "if (!this.#database.spreads) for",
    noticedBy: ["apps/activity/src/feed/feed-watch.test.ts"],
    tests: "one of several servers does not answer",
  },
  {
    name: "server-that-is-away-is-a-fault-of-ours",
    file: "libs/database/src/error-translation.ts",
    text: "|^failure on connection marked as essential/",
    replacement: "/",
    noticedBy: ["apps/activity/test/spread-away.test.ts"],
    tests: "fails as unavailable",
  },
  {
    name: "prepared-rows-of-an-earlier-epoch-are-passed-over",
    file: "apps/activity/src/feed/feed-epochs.store.ts",
    text: "<= settled.before\n",
    replacement: "<= activity.oldest_transaction()\n",
    noticedBy: prepared,
    tests: "since before a crash of the coordinator",
  },
];
