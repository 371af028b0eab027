import type { Mutation } from "../mutation.ts";

const events = ["apps/activity/test/inbox-events.test.ts"];
const options = ["apps/workspace/test/api-keys.test.ts"];
const transfer = ["apps/all-in-one/test/cli/transfer-inboxes.test.ts"];

/** The events about comments for inboxes, and the option to disable them. */
export const entryEventMutations: readonly Mutation[] = [
  {
    name: "comment-is-stored-without-its-inbox-event",
    file: "apps/activity/src/changes/write-policy.ts",
    text: "triggers.has(trigger) || inboxTriggers.has(trigger)",
    replacement: "triggers.has(trigger)",
    noticedBy: events,
    tests: "a comment is not stored when its event",
  },
  {
    name: "key-without-entries-tells-of-deletions",
    file: "apps/activity/src/changes/write-policy.ts",
    text: "hasNotifiedOfComments ? ofEntries : none",
    replacement: "hasNotifiedOfComments ? ofEntries : ofEntries",
    noticedBy: events,
    tests: "a key whose comments never",
  },
  {
    name: "key-that-notified-once-forgets-its-entries",
    file: "apps/activity/src/changes/write-policy.ts",
    text: "hasNotifiedOfComments ? ofEntries : none",
    replacement: "hasNotifiedOfComments ? none : none",
    noticedBy: events,
    tests: "a key whose comments no longer",
  },
  {
    name: "inboxes-are-not-told-of-a-deleted-thread",
    file: "apps/activity/src/threads/delete-annotations.ts",
    text: "    await emitTriggers(tx, scope, policy, changes);\n",
    replacement: "",
    noticedBy: events,
    tests: "while webhooks and mails are off, only comments",
  },
  {
    name: "deletion-for-inboxes-describes-people",
    file: "apps/activity/src/triggers/emit-triggers.ts",
    text: "const message = { apiKeyId, organizationId, documentId, annotationId, commentId, trigger };",
    replacement: 'const message = { apiKeyId, organizationId, documentId, annotationId, commentId, trigger, actorJson: "{}" };',
    noticedBy: events,
    tests: "a deletion that only",
  },
  {
    name: "inboxes-are-told-of-what-only-the-log-knows",
    file: "apps/activity/src/triggers/event-form.ts",
    text: 'return changes.location === undefined ? undefined : "people";',
    replacement: 'return changes.location === undefined ? "people" : "people";',
    noticedBy: events,
    tests: "a new location of a thread is published",
  },
  {
    name: "old-key-notifies-of-comments",
    file: "apps/workspace/migrations/0021_notify_of_comments.sql",
    text: "add column notify_of_comments boolean not null default false",
    replacement: "add column notify_of_comments boolean not null default true",
    noticedBy: options,
    tests: "comments of a key that predates comment notifications",
  },
  {
    name: "key-forgets-that-it-notified-of-comments",
    file: "apps/workspace/src/api-keys/api-key-options.store.ts",
    text: `\${apiKeys.hasNotifiedOfComments} or coalesce($notifyOfComments, false)`,
    replacement: "coalesce($notifyOfComments, false)",
    noticedBy: options,
    tests: "comments of a new key",
  },
  {
    name: "import-puts-old-comments-into-inboxes",
    file: "apps/cli/src/transfer/import/import.ts",
    text: "  if (silenced) await parley.apiKeys.updateConfig({ notifyOfComments: false });\n",
    replacement: "",
    noticedBy: transfer,
    tests: "an import creates no inbox entries, and later",
  },
  {
    name: "import-leaves-inboxes-switched-off",
    file: "apps/cli/src/transfer/import/import.ts",
    text: "if (reached.silenced) await",
    replacement: "if (reached.records < 0) await",
    noticedBy: transfer,
    tests: "an import that does not mention the option",
  },
];
