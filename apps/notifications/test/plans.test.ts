import { querySql, type StatementCases, testStatementCases, withCounts } from "@parley/testing";
import { beforeAll } from "vitest";
import { erasureCases, erasureRows } from "./erasure-cases.ts";
import { startService } from "./service.ts";

let databaseUrl: string;

const tables = ["notifications", "recipients", "read_marks", "configs", "deleted_notifications", "waiting_events"];
const each = 100_000;

// One organization with 100,000 notifications to all, and as many that one user received by name and another caused; the user has read
// every tenth of both. Half of each is in one document, the rest in 1,000 others, 500 of which the user has switched off. In addition, 20
// threads of 500 comments have two entries each about a comment. A step that reads more than it returns shows in its number of rows.
beforeAll(async () => {
  // Only the tables are needed: a running service would change and lock rows meanwhile.
  const service = await startService();
  await service.stop();
  databaseUrl = service.databaseUrl;
  await querySql(
    databaseUrl,
    `${tables.map((table) => `alter table notifications.${table} set (autovacuum_enabled = false);`).join("\n")}
     insert into notifications.notifications (api_key_id, organization_id, notification_id, document_id, action_user_id, action_user,
         headline_template, template_data, notify_users, notify_all, source_data, stored_bytes, created_at_ms, location_id)
       select 'key', 'acme', 'n' || n, case when n % 4 < 2 then 'large' else 'd' || n % 1000 end, 'actor', '{"userId":"actor"}', 'Hi', '{}',
         case when n % 2 = 0 then '[]' else '[{"userId":"heavy"}]' end::json, n % 2 = 0, '{}', 100, n, case when n % 8 < 4 then 'hall' end
       from generate_series(1, ${2 * each}) n;
     insert into notifications.recipients (api_key_id, organization_id, user_id, created_at_ms, notification_ref, document_id, stored_bytes)
       select api_key_id, organization_id, 'heavy', created_at_ms, notification_ref, document_id, stored_bytes
       from notifications.notifications where not notify_all;
     insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
       select api_key_id, organization_id, notification_ref, 'heavy' from notifications.notifications where created_at_ms % 10 < 2;
     insert into notifications.read_marks (api_key_id, organization_id, notification_ref, user_id)
       select api_key_id, organization_id, notification_ref, 'u' || u from notifications.notifications, generate_series(1, 50000) u
       where notification_id = 'n2';
     insert into notifications.configs (api_key_id, organization_id, user_id, document_id, inbox)
       select 'key', 'acme', u, case d when 0 then '' else 'd' || d end, 'NONE'
       from unnest(array['heavy', 'quiet']) u, generate_series(0, 500) d where u = 'quiet' or d > 0;
     insert into notifications.configs (api_key_id, organization_id, user_id, document_id, inbox)
       select 'key', 'acme', 'u' || u, '', (array['ALL', 'MINE', 'NONE'])[1 + u % 3] from generate_series(2, 20000) u;
     insert into notifications.notifications (api_key_id, organization_id, notification_id, document_id, action_user_id, action_user,
         headline_template, template_data, notify_users, notify_all, source_data, stored_bytes, created_at_ms, annotation_id, comment_id)
       select 'key', 'acme', 'e' || n, 'threads', 'writer', '{"userId":"writer"}', 'Hi', '{}', '[{"userId":"tagged"}]', false, '{}', 100,
         ${2 * each} + n, 't' || n % 20, 'c' || n / 40
       from generate_series(1, 20000) n;
     insert into notifications.recipients (api_key_id, organization_id, user_id, created_at_ms, notification_ref, document_id, stored_bytes)
       select api_key_id, organization_id, 'tagged', created_at_ms, notification_ref, document_id, stored_bytes
       from notifications.notifications where annotation_id is not null;
     insert into notifications.deleted_notifications (api_key_id, notification_ref, organization_id, created_at_ms, user_ids)
       select 'key', -n, 'acme', n, '{}' from generate_series(1, 20000) n;
     insert into notifications.waiting_events (api_key_id, organization_id, document_id, event_id, event_time_ms, subjects, message)
       select k, 'acme', 'd' || n % 1000, 'e' || n, n, array['organization:acme', 'user:' || case when n % 100 = 0 then 'heavy' else 'u' || n end], ''
       from unnest(array['key', 'others', 'more', 'most']) k, generate_series(1, 20000) n;`,
  );
  await querySql(databaseUrl, erasureRows);
}, 600_000);

const owner = { ownerId: "key", limit: 1_000 };
const place = { apiKeyId: "key", organizationId: "acme" };
const heavy = { ...place, userId: "heavy", isMember: true };
const start = { afterMs: Number.MAX_SAFE_INTEGER, afterRef: Number.MAX_SAFE_INTEGER };
const middle = { afterMs: each, afterRef: 0 };
const refs = Array.from({ length: 50 }, (_, index) => index * 1_000 + 1);
const ids = Array.from({ length: 1_000 }, (_, index) => `n${index * 199 + 1}`);
const documents = Array.from({ length: 500 }, (_, index) => `d${index * 2}`);
const thread = { ...place, documentId: "threads", annotationId: "t1" };
// Read notifications to heavy.
const withdrawn = { ...place, refs, timesMs: refs, userIds: refs.map(() => "heavy") };
const removal = { ...place, notificationRef: 2, createdAtMs: 2, userIds: ["heavy"] };

const named = { ...heavy, notificationIds: ids, documentId: "", locationId: "hall", ...start, limit: 101 };
const found = { ...place, userId: "heavy", documentId: "large", locationId: "hall", limit: 10_001 };
const content = {
  actionUserId: "actor",
  actionUser: "{}",
  headlineTemplate: "",
  templateData: "{}",
  bodyMessage: null,
  notifyUsers: "[]",
  sourceData: "{}",
  details: "{}",
  locationId: "hall",
  storedBytes: 1,
};

const newNotification = {
  ...place,
  notificationId: "new",
  documentId: "large",
  ...content,
  notifyAll: true,
  annotationId: "t1",
  commentId: "c1",
  createdAtMs: null,
};

/** Each statement of the service with values from the middle of the data, and the most rows that each of its steps should need. */
const cases: StatementCases = {
  ...withCounts("notifications", erasureCases),
  "notifications.inbox for the first page": [{ ...heavy, ...start, limit: 51 }, 102],
  "notifications.inbox for a page of 1,000": [{ ...heavy, ...middle, limit: 1_001 }, 2_002],
  "notifications.inbox of one of a million, to whom nothing is addressed by name": [{ ...heavy, userId: "u1", ...start, limit: 51 }, 51],
  "notifications.inbox of one who wants to hear nothing, in 500 documents and elsewhere": [
    { ...heavy, userId: "quiet", ...start, limit: 51 },
    501,
  ],
  "notifications.inbox of one who is no user of the organization": [{ ...heavy, isMember: false, ...middle, limit: 51 }, 51],
  "notifications.inbox_asc": [{ ...heavy, ...middle, limit: 1_001 }, 2_002],
  "notifications.inbox_of_document_asc": [{ ...heavy, ...middle, documentId: "large", limit: 51 }, 102],
  "notifications.keys_of_document_asc": [{ ...place, ...middle, documentId: "large", limit: 51 }, 51],
  "notifications.keys_of_location": [{ ...place, ...middle, documentId: "large", locationId: "hall", limit: 51 }, 51],
  "notifications.keys_of_location_asc": [{ ...place, ...middle, documentId: "large", locationId: "hall", limit: 51 }, 51],
  "notifications.keys_of_ids": [named, 1_000],
  "notifications.keys_of_ids_asc": [{ ...named, ...middle }, 1_000],
  "notifications.refs_at_location": [{ apiKeyId: "key", locationId: "hall", refs }, 50],
  "notifications.find_in_document": [found, 10_001],
  "notifications.find_at_location": [found, 10_001],
  "notifications.find_of_user": [found, 10_001],
  "notifications.find_of_user_in_document": [found, 10_001],
  "notifications.lock": [named, 1_000],
  "notifications.change": [{ ...content, apiKeyId: "key", notificationRef: 500 }, 1],
  "notifications.recipients_resize": [{ ...removal, notificationRef: 1, createdAtMs: 1, storedBytes: 7 }, 1],
  "notifications.read_marks_of_removed": [{ ...place, notificationRef: 2, gone: ["u7", "u8", "nobody"] }, 2],
  "notifications.inbox_of_document": [{ ...heavy, ...middle, documentId: "large", limit: 51 }, 102],
  "notifications.keys_of_document": [{ ...place, ...middle, documentId: "large", limit: 51 }, 51],
  "notifications.keys_of_user": [{ ...heavy, ...middle, limit: 101 }, 303],
  "notifications.by_ref": [{ ...place, userId: "heavy", refs }, 50],
  "notifications.exists": [{ ...place, notificationId: "n500" }, 1],
  "notifications.insert": [{ ...newNotification, userIds: ids }, 1_000],
  "notifications.insert_alone": [newNotification, 1],
  "notifications.recipients_insert": [{ ...newNotification, notificationRef: 2_000_000, createdAtMs: 1, userIds: ids }, 1_000],
  "notifications.entry_refs": [{ apiKeyId: "key", refs }, 50],
  // The statement examines the same number of entries in each document.
  "notifications.unread_threads": [{ ...heavy, documentIds: ["large", ...documents.slice(0, 20)], scanRows: 200 }, 200 * 21],
  "notifications.unread_threads of one who has read none": [{ ...heavy, userId: "tagged", documentIds: ["threads"], scanRows: 200 }, 200],
  "notifications.entries_delete_of_comment": [{ ...thread, commentId: "c1", limit: 1_000 }, 2],
  "notifications.entries_delete_of_thread": [{ ...thread, limit: 500 }, 1_000],
  "notifications.entries_rewrite": [{ ...thread, commentId: "c1", bodyMessage: "Two." }, 2],
  "notifications.entries_move": [{ ...thread, location: '{"id":"l"}', locationId: "l" }, 1_000],
  "notifications.entries_of_users_in_thread": [{ ...thread, kind: null, userIds: ["u1", "tagged"], includesRead: false }, 2_000],
  "notifications.entries_of_users_about_comment": [
    { ...thread, commentId: "c1", kind: null, userIds: [...ids.slice(0, 99), "tagged"], includesRead: true },
    200,
  ],
  "notifications.entries_withdraw_recipients": [withdrawn, 50],
  "notifications.entries_withdraw_marks": [withdrawn, 50],
  "notifications.entries_withdraw_names": [{ ...withdrawn, userIds: ["heavy"] }, 50],
  "notifications.entries_withdraw_empty": [withdrawn, 50],
  "notifications.waiting_events_places": [
    { apiKeyIds: ["key", "key"], organizationIds: ["acme", "acme"], documentIds: ["d1", "large"] },
    2,
  ],
  "notifications.waiting_events_insert": [
    {
      apiKeyIds: ["key"],
      organizationIds: ["acme"],
      documentIds: ["d1"],
      eventIds: ["e"],
      eventTimesMs: [1],
      subjects: ["organization:acme\nuser:heavy"],
      messages: '{"\\\\x00"}',
    },
    1,
  ],
  "notifications.waiting_events_first": [{ apiKeyId: "key", limit: 20 }, 20],
  "notifications.waiting_events_take": [{ apiKeyId: "key", refs: refs.map((ref) => ref % 20_000) }, 50],
  "notifications.delete": [{ ...place, notificationIds: ids }, 1_000],
  "notifications.remove_old": [{ apiKeyId: "key", ageMs: 1_000, limit: 500 }, 1_000],
  "notifications.remove_old with nothing old": [{ apiKeyId: "key", ageMs: 9e13, limit: 500 }, 500],
  "notifications.deleted_notifications": [{ apiKeyId: "key", limit: 100 }, 100],
  "notifications.recipients_delete": [removal, 1],
  "notifications.read_marks_delete": [{ ...removal, limit: 1_000 }, 1_000],
  "notifications.removal_finish": [{ apiKeyId: "key", notificationRef: -1 }, 1],
  "notifications.addressed": [{ ...heavy, notificationIds: ids }, 1_000],
  "notifications.count_part": [{ ...owner, after_notification_ref: 1_000 }, 1_000],
  "notifications.read_marks_count_part": [{ ...owner, after_organization_id: "acme", after_notification_ref: 2, after_user_id: "" }, 1_000],
  "notifications.configs_count_part": [{ ...owner, after_organization_id: "acme", after_user_id: "u1", after_document_id: "" }, 1_000],
  "notifications.read_marks_without_need": [{ ...heavy, notificationIds: ids }, 1_000],
  "notifications.mark_read": [{ ...heavy, notificationIds: ids }, 1_000],
  "notifications.mark_unread": [{ ...heavy, notificationIds: ids }, 1_000],
  "notifications.configs": [{ ...place, userIds: ["heavy"], documentIds: documents }, 500],
  "notifications.configs_set": [
    { ...place, userIds: ["heavy"], documentIds: documents, setsInbox: true, inbox: "ALL", setsEmail: false, email: null, channels: "{}" },
    500,
  ],
};

testStatementCases({
  databaseUrl: () => databaseUrl,
  schema: "notifications",
  cases,
  among: (name) => !/^notifications\.(webhook_|email_|erase_email|delivery_)/.test(name),
  analyze: "vacuum analyze",
});
