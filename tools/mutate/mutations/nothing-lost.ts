import type { Mutation } from "../mutation.ts";

/** What was acknowledged is there, once, and whoever lost a lease changes nothing. */
export const nothingLost: readonly Mutation[] = [
  {
    name: "inbox-takes-every-delivery-for-new",
    file: "libs/messaging/src/inbox/inbox.store.ts",
    text: "on conflict do nothing returning",
    replacement: "on conflict (consumer_group, event_id) do update set event_id = excluded.event_id returning",
    noticedBy: ["libs/messaging/test/embedded-bus.test.ts"],
    tests: "an event that is published again",
  },
  {
    name: "work-ends-without-its-fence",
    file: "libs/messaging/src/work/work.store.ts",
    text: `and \${work.fence} = $fence and \${work.state} = 'leased'\`;`,
    replacement: `and \${work.fence} >= $fence and \${work.state} = 'leased'\`;`,
    noticedBy: ["libs/messaging/test/work-leases.test.ts"],
    tests: "a worker whose lease was taken over",
  },
  {
    name: "work-of-a-dedupe-key-is-added-twice",
    file: "libs/messaging/src/work/work.store.ts",
    text: "task.dedupe_key, task.payload, case when",
    replacement: "null, task.payload, case when",
    noticedBy: ["libs/messaging/test/work.test.ts"],
    tests: "the same dedupe key is added once",
  },
  {
    name: "outbox-row-of-a-disabled-document-left-out",
    file: "apps/organization-directory/src/documents/documents.store.ts",
    text: `\${enqueue(outbox, sql\`exists (select from changed)\`)}`,
    replacement: `\${enqueue(outbox, sql\`false\`)}`,
    noticedBy: ["apps/all-in-one/test/access/cache-news.test.ts"],
    tests: "disabling a document or an organization reaches services",
  },
  {
    name: "outbox-row-of-a-revoked-token-left-out",
    file: "apps/workspace/src/credentials/auth-tokens.store.ts",
    text: `\${enqueue(outbox, sql\`exists (select from revoked)\`)}`,
    replacement: `\${enqueue(outbox, sql\`false\`)}`,
    noticedBy: ["apps/all-in-one/test/access/cache-news.test.ts"],
    tests: "the revocation of a token reaches the gateway",
  },
  {
    name: "idempotency-record-read-without-its-scope",
    file: "apps/workspace/src/idempotency/idempotency-records.store.ts",
    text: `\${idempotencyRecords.scopeId} = $scopeId and \${idempotencyRecords.idempotencyKey} = $key and not exists`,
    replacement: `\${idempotencyRecords.idempotencyKey} = $key and not exists`,
    noticedBy: ["apps/workspace/test/idempotency.test.ts"],
    tests: "each caller who repeats a key",
  },
  {
    name: "idempotency-claim-ended-without-its-lease",
    file: "apps/workspace/src/idempotency/idempotency-records.store.ts",
    text: `= $scopeId and \${idempotencyRecords.idempotencyKey} = $key
     and \${idempotencyRecords.leaseId} = $leaseId`,
    replacement: `= $scopeId and \${idempotencyRecords.idempotencyKey} = $key
     and $leaseId::text <> ''`,
    noticedBy: ["apps/workspace/test/idempotency.test.ts"],
    tests: "a holder that lost the lease neither ends",
  },
  {
    name: "idempotency-claim-freed-without-its-lease",
    file: "apps/workspace/src/idempotency/idempotency-records.store.ts",
    text: `set \${idempotencyRecords.leaseUntilMs} = 0
   where \${idempotencyRecords.scopeId} = $scopeId and \${idempotencyRecords.idempotencyKey} = $key
    and \${idempotencyRecords.leaseId} = $leaseId`,
    replacement: `set \${idempotencyRecords.leaseUntilMs} = 0
   where \${idempotencyRecords.scopeId} = $scopeId and \${idempotencyRecords.idempotencyKey} = $key
    and $leaseId::text <> ''`,
    noticedBy: ["apps/workspace/test/idempotency.test.ts"],
    tests: "a holder that lost the lease neither ends",
  },
  {
    name: "feed-reads-beyond-the-horizon",
    file: "apps/activity/migrations/0001_initial.sql",
    text: "select pg_snapshot_xmin(pg_current_snapshot())",
    replacement: "select pg_snapshot_xmax(pg_current_snapshot())",
    noticedBy: ["apps/activity/test/changes-feed.test.ts"],
    tests: "a record that commits late",
  },
  {
    name: "changed-record-keeps-its-place-in-the-feed",
    file: "apps/activity/src/activity-log/activities.store.ts",
    text: "{i.feedPosition} from",
    replacement: "{activities.feedPosition} from",
    noticedBy: ["apps/activity/test/changes-feed.test.ts"],
    tests: "a changed record appears again, as another change",
  },
  {
    name: "endpoint-change-overwrites-another",
    file: "apps/workspace/src/webhooks/endpoints.store.ts",
    text: `and \${webhookEndpoints.revision} = $revision`,
    replacement: `and \${webhookEndpoints.revision} >= $revision`,
    noticedBy: ["apps/workspace/test/webhook-endpoints.test.ts"],
    tests: "of two concurrent changes none is lost",
  },
  {
    name: "a-report-of-usage-is-added-up-twice",
    file: "apps/workspace/src/usage/usage-days.store.ts",
    text: "where exists (select from heard)",
    replacement: "where true",
    noticedBy: ["apps/workspace/test/usage.test.ts"],
    tests: "a repeated report counts once, even when it",
  },
  {
    name: "outcome-is-written-by-who-lost-the-group",
    file: "apps/notifications/src/delivery/owned-queue.store.ts",
    text: `and g.\${groups.fence} = claimed.group_fence limit 1)`,
    replacement: `and g.\${groups.fence} >= claimed.group_fence limit 1)`,
    noticedBy: ["apps/notifications/test/webhooks/owned-endpoints.test.ts"],
    tests: "a process that lost an endpoint while",
  },
  {
    name: "group-of-a-living-process-is-taken",
    file: "apps/notifications/src/delivery/ownership.store.ts",
    text: `p where p.\${processes.kind} = \${alias}.\${groups.kind}`,
    replacement: `p where p.\${processes.kind} <> \${alias}.\${groups.kind}`,
    noticedBy: ["apps/notifications/test/webhooks/owned-endpoints.test.ts"],
    tests: "deliveries owned by another process",
  },
  {
    name: "delivery-in-hand-is-read-again",
    file: "apps/notifications/src/delivery/read-ready.store.ts",
    text: `and q.\${id} not in (select unnest($inHand::bigint[]))`,
    replacement: "and ($inHand::bigint[] is not null)",
    noticedBy: ["apps/notifications/test/webhooks/owned-endpoints.test.ts"],
    tests: "two processes on one schema",
  },
];
