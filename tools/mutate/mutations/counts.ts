import type { Mutation } from "../mutation.ts";

const counted = ["apps/activity/test/counts.test.ts"];
const told = ["apps/all-in-one/test/thread-counts.test.ts"];
const unread = "apps/notifications/src/inbox/unread-threads.store.ts";
const counts = "apps/activity/src/threads/reading/annotation-counts.store.ts";

/** The counts of documents. */
export const countMutations: readonly Mutation[] = [
  {
    name: "a-thread-that-was-read-is-unread",
    file: unread,
    text: "where m.is_read is null",
    replacement: "where m.is_read is null or true",
    noticedBy: told,
    tests: "a thread is unread while",
  },
  {
    name: "a-muted-document-has-unread-threads",
    file: unread,
    text: "<> 'NONE'",
    replacement: "<> 'NOTHING'",
    noticedBy: told,
    tests: "threads that an inbox does not show are",
  },
  {
    name: "who-has-left-has-unread-threads",
    file: "apps/notifications/src/inbox/list-unread-threads.ts",
    text: "reader.isMember ? open :",
    replacement: "reader.isMember || open.length > 0 ? open :",
    noticedBy: told,
    tests: "threads that an inbox does not show are",
  },
  {
    name: "a-disabled-document-has-unread-threads",
    file: "apps/notifications/src/inbox/list-unread-threads.ts",
    text: 'states.get(documentId) === "open"',
    replacement: 'states.get(documentId) !== "none"',
    noticedBy: told,
    tests: "threads that an inbox does not show are",
  },
  {
    name: "a-deleted-thread-is-unread",
    file: counts,
    text: "between i.id and i.id",
    replacement: ">= i.id",
    noticedBy: counted,
    tests: "a deleted thread that is still in the",
  },
  {
    name: "a-large-document-is-counted-whole",
    file: counts,
    text: "Ref} limit $scanRows::bigint + 1)\n          union",
    replacement: "Ref} limit 1000000)\n          union",
    noticedBy: counted,
    tests: "of a large document",
  },
  {
    name: "statuses-do-not-narrow-what-is-mine",
    file: counts,
    text: "of_user where cardinality($statuses::text[]) = 0",
    replacement: "of_user where cardinality($statuses::text[]) < 9",
    noticedBy: counted,
    tests: "statuses restrict every count",
  },
  {
    name: "an-inbox-that-does-not-respond-is-asked-for-each-list",
    file: "apps/activity/src/threads/unread-threads.ts",
    text: "const awayMs = 2_000;",
    replacement: "const awayMs = 0;",
    noticedBy: counted,
    tests: "while inboxes do not respond",
  },
];
