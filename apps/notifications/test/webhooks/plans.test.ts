import { querySql, type StatementCases, testStatementCases } from "@parley/testing";
import { beforeAll } from "vitest";
import { startService } from "../service.ts";

let databaseUrl: string;

// 40,000 deliveries of four API keys to 1,000 documents; a tenth failed, a tenth held, half delivered, the rest queued: ready, or scheduled
// for later. This process owns their endpoints, and other processes twenty thousand more. A step that reads more than it returns shows in
// its number of rows.
beforeAll(async () => {
  // Only the tables are needed: a running service would change and lock rows meanwhile.
  const service = await startService();
  await service.stop();
  databaseUrl = service.databaseUrl;
  await querySql(
    databaseUrl,
    `insert into notifications.webhook_deliveries (api_key_id, created_at_ms, webhook_id, target, trigger, organization_id, document_id,
         annotation_id, sequence, subjects, delivered_at_ms, problem)
       select 'key' || n % 4, n, 'evt_' || n, 'raw', 'comment.add', 'acme', 'd' || n % 1000, 'a', n, array['user:u' || n % 100],
         case when n % 10 < 5 then n end, case n % 10 when 5 then 'failed' when 6 then 'held' end
       from generate_series(1, 40000) n;
     insert into notifications.webhook_payloads (api_key_id, delivery_id, body)
       select api_key_id, delivery_id, 'body' from notifications.webhook_deliveries;
     insert into notifications.webhook_attempts (api_key_id, delivery_id, number, started_at_ms, duration_ms, status, error_class, error, response_excerpt)
       select api_key_id, delivery_id, 1, 1, 1, 200, '', '', '' from notifications.webhook_deliveries;
     insert into notifications.webhook_queue (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, state, due_at_ms, is_unchecked, fence)
       select api_key_id, 'raw', created_at_ms % 1000, delivery_id, created_at_ms, 4,
         (array['ready', 'scheduled', 'scheduled'])[1 + created_at_ms % 3], case when created_at_ms % 20 = 7 then 1 else 9e15 end, false, 1
       from notifications.webhook_deliveries where delivered_at_ms is null and problem is null;
     insert into notifications.delivery_processes (kind, owner, expires_at_ms)
       select 'webhook', case n when 0 then 'me' else 'other' || n end, 9e15 from generate_series(0, 9) n;
     insert into notifications.delivery_groups (api_key_id, kind, target, owner, fence) overriding system value
       select 'key' || n, 'webhook', 'raw', 'me', 1 from generate_series(0, 3) n
       union all select 'key' || n % 1000, 'webhook', 'ep' || n, 'other' || n % 10, n from generate_series(1, 20000) n;
     insert into notifications.email_queue (api_key_id, email_id, due_at_ms) select 'key' || n % 4, n, 4102444800000 from generate_series(1, 20000) n;
     insert into notifications.webhook_documents select 'key' || k, 'acme', 'd' || n, 1 from generate_series(0, 3) k, generate_series(0, 20000) n;
     insert into notifications.webhook_endpoint_states (api_key_id, target, failing_since_ms)
       select 'key' || n % 1000, 'ep' || n % 20, case when n % 2 = 0 then 1 end from generate_series(1, 20000) n on conflict do nothing;
     insert into notifications.webhook_recoveries (api_key_id, recovery_id, from_ms, to_ms, completed_at_ms)
       select 'key' || n % 200, 'r' || n, 0, 1, case when n > 1000 then 1 end from generate_series(1, 20000) n;
     insert into notifications.configs (api_key_id, organization_id, user_id, document_id, inbox)
       select 'key1', 'acme', 'u' || n, '', 'ALL' from generate_series(1, 20000) n;`,
  );
}, 60_000);

const apiKeyId = "key1";
const count = 100;
const list = <Item>(item: (index: number) => Item) => Array.from({ length: count }, (_, index) => item(index));
// Every 12th delivery belongs to key1 and is ready (or would be).
const claimed = {
  apiKeyIds: list(() => apiKeyId),
  targets: list(() => "raw"),
  documentKeys: list((index) => (index * 12 + 9) % 1_000),
  deliveryIds: list((index) => index * 12 + 9),
  fences: list(() => 1),
  groupFences: list(() => 1),
};
const me = { kind: "webhook", owner: "me" };
const groups = { apiKeyIds: list((index) => `key${index}`), targets: list((index) => `ep${index}`) };
const read = {
  owner: "me",
  inHand: claimed.deliveryIds,
  limit: count,
  maxBytes: 1_000_000,
  perGroup: 50,
  groupKeys: ["key0"],
  groupTargets: ["raw"],
  groupRooms: [10],
  perKey: 50,
  keys: ["key0"],
  keyRooms: [20],
  after: ["", ""],
};
const outcomes = {
  ...claimed,
  createdAtMs: claimed.deliveryIds,
  delaysMs: list(() => 0),
  numbers: list(() => 2),
  startedAtMs: list(() => 1),
  durationsMs: list(() => 1),
  statuses: list(() => 200),
  errorClasses: list(() => "x"),
  errors: list(() => "x"),
  excerpts: list(() => "x"),
};
const log = {
  apiKeyId,
  state: "",
  trigger: "",
  target: "",
  organizationId: "",
  documentId: "",
  fromMs: 0,
  beforeMs: 30_000,
  beforeId: 0,
  limit: 50,
  scanRows: 200,
};
const place = { apiKeyId, organizationId: "acme", documentId: "d1" };
const webhookIds = list((index) => `evt_${index * 40 + 1}`);
const recovery = { apiKeyId, recoveryId: "r1", fromMs: 0, toMs: 9e15, target: "" };
/** Each statement with values from the middle of the data, and the most rows that each of its steps should need. */
const cases: StatementCases = {
  "notifications.webhook_recoveries_remove_old": [{ ageMs: 1, limit: 1_000 }, 1_000],
  "notifications.webhook_insert": [
    {
      events: list((index) => index >> 1),
      apiKeyIds: list(() => apiKeyId),
      organizationIds: list(() => "acme"),
      documentIds: list((index) => `d${index % 10}`),
      annotationIds: list(() => "a"),
      triggers: list(() => "comment.add"),
      subjects: list(() => "user:u1"),
      eventTimesMs: list(() => 1),
      targets: list(() => "raw"),
      webhookIds: list((index) => `evt_new${index}`),
      drafts: list((index) => index % 2 === 0),
      begins: list((index) => index + 1),
      lengths: list(() => 1),
      whole: `\\x${"61".repeat(count)}`,
      sequences: list((index) => (index % 5 === 0 ? index : null)),
      unchecked: list(() => false),
    },
    count,
  ],
  "notifications.webhook_read": [read, 200],
  "notifications.webhook_promote": [{}, 500],
  "notifications.webhook_and_email_waiting": [{ limit: count, most: count }, 5 * count],
  "notifications.webhook_still": [claimed, count],
  "notifications.webhook_put_off": [{ ...claimed, delaysMs: list(() => 1) }, count],
  "notifications.webhook_store_bodies": [
    { ...claimed, begins: list((index) => index + 1), lengths: list(() => 1), whole: `\\x${"61".repeat(count)}` },
    count,
  ],
  "notifications.webhook_record": [{ ...outcomes, verdicts: list((index) => (index % 2 === 0 ? "delivered" : "retry")) }, count],
  "notifications.webhook_remove": [claimed, count],
  "notifications.webhook_mark_gone": [{ apiKeyId, target: "raw", url: "x" }, 1],
  "notifications.webhook_unmark_gone": [{ apiKeyId, targets: ["raw"] }, 1],
  "notifications.webhook_mark_failing": [{ apiKeyId, target: "ep1" }, 1],
  "notifications.webhook_forget_failing": [{ apiKeyId, targets: ["ep1"] }, 20],
  "notifications.webhook_endpoint_states": [{ apiKeyId }, 20],
  "notifications.webhook_release": [{ apiKeyId, target: "raw", afterDocument: "500", afterDelivery: 0, limit: count }, count],
  "notifications.webhook_contact_levels": [
    {
      apiKeyIds: list(() => apiKeyId),
      organizationIds: list(() => "acme"),
      userIds: list((index) => `u${index}`),
      documentIds: list(() => ""),
    },
    count,
  ],
  "notifications.webhook_log": [{ ...log, trigger: "comment.update" }, 200],
  "notifications.webhook_log_of_document": [{ ...log, ...place }, 200],
  "notifications.webhook_log_of_problem": [{ ...log, state: "failed" }, 200],
  "notifications.webhook_log_more": [{ apiKeyId, fromMs: 0, beforeMs: 30_000, beforeId: 0 }, 1],
  "notifications.webhook_log_more_of_problem": [{ apiKeyId, state: "held", fromMs: 0, beforeMs: 30_000, beforeId: 0 }, 1],
  "notifications.webhook_log_by_ids": [{ apiKeyId, webhookIds, beforeMs: 8.64e15, beforeId: 0 }, count],
  "notifications.webhook_attempts": [
    { apiKeyId, createdAtMs: outcomes.createdAtMs, deliveryIds: claimed.deliveryIds, attempts: 3, excerptBytes: 500 },
    count,
  ],
  "notifications.webhook_payloads_of_log": [{ apiKeyId, deliveryIds: claimed.deliveryIds, maxBytes: 1_000_000 }, count],
  "notifications.webhook_retry": [{ apiKeyId, webhookIds }, count],
  "notifications.webhook_recover": [{ ...recovery, problem: "failed", afterMs: 10_000, afterId: 0, limit: count }, count],
  "notifications.webhook_recovery_insert": [{ ...recovery, recoveryId: "new", maxRunning: 10 }, 100],
  "notifications.webhook_recovery": [{ apiKeyId, recoveryId: "r1" }, 1],
  "notifications.webhook_recovery_complete": [{ apiKeyId, recoveryId: "r1" }, 1],
  "notifications.delivery_renew": [{ ...me, leaseMs: 1_000, isLeaving: false }, 10],
  "notifications.delivery_hand_over": [{ ...me, ...groups, owner: "other1" }, 2_000 * 10],
  "notifications.delivery_claim": [{ ...me, ...groups }, 10 * count],
  "notifications.webhook_remove_old": [{ ageMs: 1_000, limit: count }, 4 * count],
  "notifications.webhook_remove_old_of_keys": [{ apiKeyIds: ["key0", "key1"], agesMs: [1_000, 1_000], limit: count }, 4 * count],
};

testStatementCases({
  databaseUrl: () => databaseUrl,
  schema: "notifications",
  cases,
  among: (name) => /^notifications\.(webhook|delivery)_/.test(name),
  shortTables: ["webhook_gone_endpoints", "webhook_recoveries", "delivery_processes"],
  analyze: "vacuum analyze",
});
