import type { Mutation } from "../mutation.ts";

const relay = "libs/messaging/src/relay/relay.ts";
const relayTest = ["libs/messaging/test/relay.test.ts"];
const workTest = ["libs/messaging/test/work.test.ts"];
const leasesTest = ["libs/messaging/test/work-leases.test.ts"];

/** The transport of events and work: outbox, relay, inbox, leases. */
export const events: readonly Mutation[] = [
  {
    name: "outbox-row-of-a-deleted-comment-left-out",
    file: "apps/activity/src/threads/delete-comments.ts",
    text: "    await emitTriggers(tx, scope, policy, changes, lastSeen);\n",
    replacement: "",
    noticedBy: ["apps/activity/test/webhook-triggers.test.ts"],
    tests: "comment.delete, with the comment",
  },
  {
    name: "outbox-row-of-a-disabled-document-left-out",
    file: "apps/organization-directory/src/documents/documents.store.ts",
    text: `\${enqueue(outbox, sql\`exists (select from changed)\`)}`,
    replacement: `\${enqueue(outbox, sql\`false\`)}`,
    noticedBy: ["apps/all-in-one/test/cache-news.test.ts"],
    tests: "disabling a document or an organization reaches services",
  },
  {
    name: "outbox-row-of-a-revoked-token-left-out",
    file: "apps/workspace/src/credentials/auth-tokens.store.ts",
    text: `\${enqueue(outbox, sql\`exists (select from revoked)\`)}`,
    replacement: `\${enqueue(outbox, sql\`false\`)}`,
    noticedBy: ["apps/all-in-one/test/cache-news.test.ts"],
    tests: "the revocation of a token reaches the gateway",
  },
  {
    name: "inbox-takes-every-delivery-for-new",
    file: "libs/messaging/src/inbox/inbox.store.ts",
    text: "on conflict do nothing returning",
    replacement: "on conflict (consumer_group, event_id) do update set event_id = excluded.event_id returning",
    noticedBy: ["libs/messaging/test/embedded-bus.test.ts"],
    tests: "an event that is published again",
  },
  {
    name: "relay-removes-what-the-bus-did-not-take",
    file: relay,
    text: "const done = rows.filter((row) => failed.get(row)?.refused !== false);",
    replacement: "const done = [...rows];",
    noticedBy: relayTest,
    tests: "while some events cannot be published",
  },
  {
    name: "relay-drops-what-the-bus-refuses",
    file: relay,
    text: "if (row !== undefined && failure.refused) await store.deadLetters.addRefused",
    replacement: "if (row === undefined && failure.refused) await store.deadLetters.addRefused",
    noticedBy: relayTest,
    tests: "an event that the bus refuses for good",
  },
  {
    name: "dead-letter-forgets-when-its-event-was",
    file: "libs/messaging/src/consume/event-handler.ts",
    text: "eventTimeMs: timeMs || null",
    replacement: "eventTimeMs: timeMs === 0 ? timeMs : null",
    noticedBy: ["libs/messaging/test/dead-letters.test.ts"],
    tests: "a dead letter keeps the time of its event",
  },
  {
    name: "work-ends-without-its-fence",
    file: "libs/messaging/src/work/work.store.ts",
    text: `and \${work.fence} = $fence and \${work.state} = 'leased'\`;`,
    replacement: `and \${work.fence} >= $fence and \${work.state} = 'leased'\`;`,
    noticedBy: leasesTest,
    tests: "a worker whose lease was taken over",
  },
  {
    name: "work-lease-is-not-renewed",
    file: "libs/messaging/src/workers/work-runner.ts",
    text: "const held = await store.work.extend(database, leases, this.#leaseMs);",
    replacement: "const held = new Set(leases.map(leaseName));",
    noticedBy: leasesTest,
    tests: "a lease is renewed while its work runs",
  },
  {
    name: "work-of-a-dedupe-key-is-added-twice",
    file: "libs/messaging/src/work/work.store.ts",
    text: "task.dedupe_key, task.payload, case when",
    replacement: "null, task.payload, case when",
    noticedBy: workTest,
    tests: "the same dedupe key is added once",
  },
  {
    name: "attempt-that-was-given-up-writes",
    file: "libs/database/src/repeated-calls.ts",
    text: "> $attempt)",
    replacement: "> $attempt + 1000)",
    noticedBy: ["apps/activity/test/repeated-calls.test.ts"],
  },
  {
    name: "newer-attempt-does-not-wait-for-an-older-one",
    file: "libs/database/src/repeated-calls.ts",
    text: "pg_advisory_xact_lock(hashtextextended($callKey, 0))",
    replacement: "pg_advisory_xact_lock(hashtextextended($callKey, 1))",
    noticedBy: ["libs/database/test/repeated-calls.test.ts"],
  },
  {
    name: "new-topic-is-not-waited-for",
    file: "libs/messaging/src/commands/await-topics.ts",
    text: 'new Set(["UNKNOWN_TOPIC_OR_PARTITION", "LEADER_NOT_AVAILABLE"])',
    replacement: 'new Set(["LEADER_NOT_AVAILABLE"])',
    noticedBy: ["libs/messaging/src/commands/await-topics.test.ts"],
  },
  {
    name: "failing-disk-taken-for-a-bug",
    file: "libs/database/src/error-translation.ts",
    text: "|58030|",
    replacement: "|",
    noticedBy: ["libs/database/test/database.test.ts"],
    tests: "a server whose disk",
  },
  {
    name: "kafkajs-sets-timers-in-the-past",
    file: "libs/messaging/src/bus/kafka-timers.ts",
    text: "  if (this.pending.length > 0) schedule.call(this);",
    replacement: "  schedule.call(this);",
    noticedBy: ["libs/messaging/src/bus/kafka-timers.test.ts"],
  },
  {
    name: "warnings-of-node-with-a-code-are-not-seen",
    file: "libs/testing/src/node-warnings.ts",
    text: "(?:\\[\\w+\\] )?",
    replacement: "",
    noticedBy: ["libs/testing/src/node-warnings.test.ts"],
  },
];
