import type { Mutation } from "../mutation.ts";

const cursors = "apps/activity/src/feed/feed-cursor.ts";
const test = ["apps/activity/test/changes-feed.test.ts"];
const told = ["apps/activity/test/changes-told.test.ts"];
const epochs = ["apps/activity/test/changes-epochs.test.ts"];

/** The completeness of the feed of changes. */
export const changesFeed: readonly Mutation[] = [
  {
    name: "feed-reads-beyond-the-horizon",
    file: "apps/activity/migrations/0008_changes_feed.sql",
    text: "select pg_snapshot_xmin(pg_current_snapshot())",
    replacement: "select pg_snapshot_xmax(pg_current_snapshot())",
    noticedBy: test,
    tests: "a record that commits late",
  },
  {
    name: "feed-page-goes-on-behind-what-it-did-not-tell",
    file: "apps/activity/src/feed/read-changes.ts",
    text: "const last = told.length < matching.length ? fitting[told.length - 1] : rows.at(-1);",
    replacement: "const last = rows.at(-1);",
    noticedBy: test,
    tests: "changes come in the order of their transactions",
  },
  {
    name: "feed-of-another-document",
    file: "apps/activity/src/feed/read-changes.ts",
    text: "const filter = { organizationId, documentId, actionTypes };",
    replacement: 'const filter = { organizationId, documentId: "", actionTypes };',
    noticedBy: test,
    tests: "changes that do not match the filters are",
  },
  {
    name: "changed-record-keeps-its-place-in-the-feed",
    file: "apps/activity/src/activity-log/activities.store.ts",
    text: "{i.feedPosition} from",
    replacement: "{activities.feedPosition} from",
    noticedBy: test,
    tests: "a changed record appears again, as another change",
  },
  {
    name: "waiting-reader-is-not-woken",
    file: "apps/activity/src/feed/feed-watch.ts",
    text: "else if (news !== undefined && mayConcern(news, waiter.wanted)) waiter.wake(news);\n",
    replacement: "\n",
    noticedBy: told,
    tests: "a waiting reader is answered when there is",
  },
  {
    name: "cursor-of-a-lost-part-is-taken",
    file: cursors,
    text: "if (end !== undefined && place.position < end) return place;",
    replacement: "if (end !== undefined) return place;",
    noticedBy: epochs,
    tests: "in a copy made while the server was",
  },
  {
    name: "cursor-of-an-unknown-epoch-is-taken",
    file: cursors,
    text: "if (end !== undefined && place.position < end) return place;",
    replacement: "if (end === undefined || place.position < end) return place;",
    noticedBy: told,
    tests: "a cursor of an unknown epoch",
  },
  {
    name: "copied-tables-are-not-followed",
    file: "apps/activity/migrations/0013_rows_on_several_servers.sql",
    text: "moved := greatest(moved, latest + 1 - oldest);",
    replacement: "",
    noticedBy: epochs,
    tests: "tables that were copied into another server, whose transactions",
  },
];
