import { querySql, type StatementCases, testStatementCases, withCounts } from "@parley/testing";
import { beforeAll } from "vitest";
import { startService } from "../service.ts";

let databaseUrl: string;

// 40,000 mails of four API keys to 1,000 documents and 100 users; a tenth failed, a tenth dropped, half sent, the rest queued: ready, or
// scheduled for later. This process owns those of the four keys, and other processes twenty thousand more. Each queued or failed mail has
// two items. A step that reads more than it returns shows in its number of rows.
beforeAll(async () => {
  // Only the tables are needed: a running service would change and lock rows meanwhile.
  const service = await startService();
  await service.stop();
  databaseUrl = service.databaseUrl;
  await querySql(
    databaseUrl,
    `alter table notifications.emails set (autovacuum_enabled = false);
     alter table notifications.email_items set (autovacuum_enabled = false);
     alter table notifications.email_queue set (autovacuum_enabled = false);
     insert into notifications.emails (api_key_id, created_at_ms, public_id, organization_id, document_id, annotation_id, user_id, state, sent_at_ms, subjects)
       select 'key' || n % 4, n, 'em_' || n, 'acme', 'd' || n % 1000, 'a' || n, 'u' || n % 100,
         case when n % 10 < 5 then 'sent' when n % 10 = 5 then 'failed' when n % 10 = 6 then 'dropped' when n % 10 = 7 then 'open' else 'pending' end,
         case when n % 10 < 5 then n end, array['organization:acme', 'document:d' || n % 1000, 'user:u' || n % 100]
       from generate_series(1, 40000) n;
     insert into notifications.email_items (api_key_id, organization_id, email_id, kind, is_directed, comment_id, actor_id, actor_name, item_text, written_at_ms)
       select e.api_key_id, 'acme', e.email_id, 'comment', false, 'c', 'u' || e.email_id % 1000, 'User', 'Text', 1
       from notifications.emails e, generate_series(1, 2) n where e.state in ('failed', 'open', 'pending');
     insert into notifications.email_queue (api_key_id, email_id, state, due_at_ms, fence)
       select api_key_id, email_id, (array['ready', 'scheduled', 'scheduled'])[1 + created_at_ms % 3],
         case when created_at_ms % 20 = 7 then 1 else 9e15 end, 1
       from notifications.emails where state in ('open', 'pending');
     insert into notifications.delivery_processes (kind, owner, expires_at_ms) values ('email', 'me', 9e15);
     insert into notifications.delivery_groups (api_key_id, kind, target, owner, fence) overriding system value
       select 'key' || n, 'email', '', case when n < 4 then 'me' else 'other' end, 1 from generate_series(0, 20000) n;
     insert into notifications.email_suppressions (api_key_id, address, user_id, error)
       select 'key' || n % 4, 'u' || n || '@acme.example', 'u' || n, 'refused' from generate_series(1, 20000) n;
     insert into notifications.notifications (api_key_id, organization_id, notification_id, document_id, action_user_id, action_user, headline_template,
         template_data, notify_users, notify_all, source_data, stored_bytes)
       select 'key1', 'acme', 'n' || n, 'd', 'actor', '{"userId":"actor"}', 'Hi', '{}', '[]', true, '{}', 100 from generate_series(1, 20000) n;
     insert into notifications.recipients (api_key_id, organization_id, user_id, created_at_ms, notification_ref, document_id, stored_bytes)
       select 'key1', 'acme', 'u' || n % 100, n, n, 'd', 100 from generate_series(1, 20000) n;
     insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
       select 'key1', 'acme', n, 'u' || n % 100 from generate_series(1, 20000) n;`,
  );
}, 60_000);

const apiKeyId = "key1";
const count = 100;
const limit = 250;
const list = <Item>(item: (index: number) => Item) => Array.from({ length: count }, (_, index) => item(index));
// Queued mails of key1: n % 4 = 1 and n % 10 = 9.
const emailIds = list((index) => index * 20 + 9);
const claimed = { apiKeyIds: list(() => apiKeyId), emailIds, fences: list(() => 1), groupFences: list(() => 1) };
const log = {
  apiKeyId,
  state: "",
  userId: "",
  organizationId: "",
  documentId: "",
  fromMs: 0,
  beforeMs: 30_000,
  beforeId: 0,
  limit: 50,
  scanRows: 200,
};
const place = { apiKeyId, organizationId: "acme", documentId: "d1" };
const ofThread = {
  apiKeyId,
  organizationId: "acme",
  documentId: "d29",
  annotationId: "a29",
  commentId: "c",
  kind: null,
  everybody: true,
  userIds: [],
};
const within = { apiKeyId, requestedAtMs: 9_000_000_000_000_000 };
const chunk = (id: string) => ({ ...within, organizationIds: ["acme"], ids: [id], parts: [""], begins: false, limit });
const publicIds = emailIds.map((id) => `em_${id}`);
const outcome = {
  state: "sent",
  reason: "",
  delayMs: 0,
  wasAttempted: true,
  userId: "u",
  address: "a@b.example",
  response: "",
  errorClass: "",
  error: "",
  suppresses: false,
};

/** Each statement with values from the middle of the data, and the most rows that each of its steps should need. */
const cases: StatementCases = {
  "notifications.email_insert": [
    {
      ...place,
      annotationId: "new",
      userIds: list((index) => `u${index}`),
      publicIds: list((index) => `em_new_${index}`),
      kinds: list(() => "comment"),
      directed: list(() => false),
      commentId: "c",
      notificationRef: null,
      actorId: "u",
      actorName: "User",
      text: "Text",
      writtenAtMs: 1,
      subjects: "organization:acme\ndocument:d1",
      quietMs: 1_000,
      maxQuietMs: 10_000,
    },
    count,
  ],
  "notifications.email_read": [
    {
      owner: "me",
      inHand: emailIds,
      limit: count,
      maxBytes: 1,
      perGroup: 50,
      groupKeys: ["key0"],
      groupTargets: [""],
      groupRooms: [10],
      perKey: 50,
      keys: ["key0"],
      keyRooms: [20],
      after: ["", ""],
    },
    200,
  ],
  "notifications.email_promote": [{}, 1_000],
  "notifications.email_still": [claimed, count],
  "notifications.email_put_off": [{ ...claimed, delaysMs: list(() => 1) }, count],
  "notifications.email_close": [claimed, count],
  "notifications.email_items_of": [{ apiKeyIds: claimed.apiKeyIds, emailIds }, 2 * count],
  "notifications.email_notifications_of": [
    { apiKeyId: "key0", refs: list((index) => index), organizationIds: list(() => "acme"), userIds: list((index) => `u${index}`) },
    2 * count,
  ],
  "notifications.email_entries_of": [
    {
      apiKeyId,
      organizationIds: list(() => "acme"),
      documentIds: list((index) => `d${index}`),
      annotationIds: list((index) => `a${index}`),
      commentIds: list((index) => (index % 2 === 0 ? "c" : "")),
      userIds: list((index) => `u${index}`),
      timesMs: list(() => 1),
    },
    count,
  ],
  "notifications.email_items_take_back": [ofThread, 2],
  "notifications.email_items_to_comments": [ofThread, 2],
  "notifications.email_items_rewrite": [{ ...ofThread, text: "Other text" }, 2],
  "notifications.email_count_sent": [
    { apiKeyIds: claimed.apiKeyIds, emailIds, userIds: list((index) => `u${index}`), sinceMs: 0, limit: 20 },
    20 * count,
  ],
  "notifications.email_record": [{ ...claimed, rest: JSON.stringify(list(() => outcome)) }, 2 * count],
  "notifications.email_suppressed": [{ apiKeyIds: claimed.apiKeyIds, addresses: list((index) => `u${index * 4 + 1}@acme.example`) }, count],
  "notifications.email_suppressions": [{ apiKeyId, search: "u", after: "u2", limit: count }, count],
  "notifications.email_lift_suppressions": [{ apiKeyId, addresses: list((index) => `u${index * 4 + 1}@acme.example`) }, count],
  "notifications.email_fan_out": [{ apiKeyId, ref: 10_000 }, 1],
  "notifications.email_log": [{ ...log, userId: "u1" }, 200],
  "notifications.email_log_of_document": [{ ...log, ...place }, 200],
  "notifications.email_log_of_problem": [{ ...log, state: "failed" }, 200],
  "notifications.email_log_more": [{ apiKeyId, fromMs: 0, beforeMs: 30_000, beforeId: 0 }, 1],
  "notifications.email_log_by_ids": [{ apiKeyId, publicIds, beforeMs: 8.64e15, beforeId: 0 }, count],
  "notifications.email_log_items": [{ apiKeyId, emailIds, perEmail: 50, textLength: 500 }, 2 * count],
  "notifications.email_retry": [{ apiKeyId, publicIds }, count],
  // Without statistics Postgres reads all mails of the API key by another index; with statistics it uses that of subjects.
  "notifications.erase_emails": [{ ...within, limit, subjects: ["user:u1"], allOf: [], oneOf: [] }, 10_000],
  "notifications.erase_email_items_of_user": [{ ...chunk("u1"), key0: 0, key1: 0 }, limit],
  "notifications.erase_email_suppressions_of_user": [{ ...chunk("u1"), key0: "" }, limit],
  "notifications.email_remove_old": [{ ageMs: 1_000, limit: count }, 4 * count],
  "notifications.email_remove_old_of_keys": [{ apiKeyIds: ["key0", "key1"], agesMs: [1_000, 1_000], limit: count }, 4 * count],
};

testStatementCases({
  databaseUrl: () => databaseUrl,
  schema: "notifications",
  cases: withCounts("notifications", cases),
  among: isOfEmails,
  shortTables: ["delivery_processes"],
  analyze: "vacuum analyze",
});

function isOfEmails(name: string): boolean {
  return /^notifications\.(erase_)?email/.test(name);
}
