const limit = 500;
const within = { apiKeyId: "key", requestedAtMs: 9_000_000_000_000_000 };
const chunk = (id: string, part = "") => ({ ...within, organizationIds: ["acme"], ids: [id], parts: [part], begins: false, limit });
const behind = { key0: 50_000, key1: 50_000 };
const refs = Array.from({ length: 100 }, (_, index) => index * 1_000 + 1);
const subjects = { ...within, limit, subjects: ["user:heavy"], allOf: [], oneOf: [] };

/** The statements of removals, in the form of `cases` in `plans.test.ts`. */
export const erasureCases: Readonly<Record<string, readonly [parameters: Record<string, unknown>, mostRows: number]>> = {
  "notifications.erase": [{ ...within, refs }, 100],
  "notifications.erase_find_by_user": [{ ...chunk("actor"), ...behind }, limit],
  "notifications.erase_find_by_organization": [{ ...chunk(""), key0: "n5" }, limit],
  "notifications.erase_find_by_document": [{ ...chunk("large"), ...behind }, limit],
  // Only the source data shows the location, so the notifications of the document are read.
  "notifications.erase_find_by_location": [{ ...chunk("d2", "l"), ...behind }, limit],
  "notifications.erase_find_by_location_name": [{ ...chunk("d2", "l"), ...behind }, limit],
  "notifications.erase_recipients_find": [{ ...chunk("heavy"), ...behind }, limit],
  "notifications.erase_recipients": [{ ...within, places: '{"(0,1)","(0,2)"}' }, 2],
  "notifications.erase_orphans": [{ apiKeyId: "key", refs, userIds: ["heavy"] }, 100],
  "notifications.erase_names": [{ ...within, refs, userIds: ["heavy"] }, 100],
  "notifications.erase_mentions_notifications_find": [{ ...chunk(""), key0: "n5", needles: ['"heavy"'] }, limit],
  "notifications.erase_mentions_notifications": [
    { ...within, rows: JSON.stringify([{ place: "(0,1)", template_data: {}, notify_users: [], source_data: {}, details: {} }]) },
    2,
  ],
  "notifications.erase_read_marks_of_user": [{ ...chunk("heavy"), key0: 0 }, limit],
  "notifications.erase_configs_of_user": [{ ...chunk("quiet"), key0: "" }, limit],
  "notifications.erase_configs_of_organization": [{ ...chunk(""), key0: "", key1: "" }, limit],
  "notifications.erase_configs_of_document": [{ ...chunk("d100"), key0: "" }, limit],
  // Without statistics Postgres reads all deliveries of the API key by another index; with statistics it uses that of subjects.
  "notifications.erase_webhooks": [subjects, 50_000],
  "notifications.erase_webhook_copies_find": [{ ...subjects, afterMs: 0, afterId: 0, requestedAtMs: 0 }, 50_000],
  "notifications.erase_webhook_copies": [
    { ...within, createdAts: [1], deliveryIds: [1], events: '{"\\\\x7b7d"}', bodies: ["{}"], unnamed: [""] },
    1,
  ],
  "notifications.erase_webhooks_these": [{ apiKeyId: "key", createdAts: [1], deliveryIds: [1] }, 1],
  // Waiting events are few and short-lived, so all of an API key are read.
  "notifications.erase_waiting_events": [subjects, 20_000],
  "notifications.erase_counters_of_organization": [{ ...chunk(""), key0: "" }, limit],
  "notifications.erase_counters_of_document": [{ ...chunk("d1"), key0: "" }, limit],
};

/** Inserts deliveries of which few name the user, so that a statement that reads all of them shows. */
export const erasureRows = `
  alter table notifications.webhook_deliveries set (autovacuum_enabled = false);
  alter table notifications.webhook_queue set (autovacuum_enabled = false);
  alter table notifications.webhook_payloads set (autovacuum_enabled = false);
  alter table notifications.webhook_attempts set (autovacuum_enabled = false);
  insert into notifications.webhook_deliveries (api_key_id, webhook_id, target, trigger, organization_id, document_id, annotation_id, sequence, subjects)
    select 'key', 'w' || n, 'raw', 'comment.add', 'acme', 'd' || n % 1000, 'a', n, array['organization:acme', 'user:' || case when n % 1000 = 0 then 'heavy' else 'u' || n end]
    from generate_series(1, 50000) n;
  insert into notifications.webhook_payloads (api_key_id, delivery_id, body) select api_key_id, delivery_id, '{}' from notifications.webhook_deliveries;
  insert into notifications.webhook_attempts (api_key_id, delivery_id, number, started_at_ms, duration_ms, error_class, error, response_excerpt)
    select api_key_id, delivery_id, 1, 1, 1, '', '', '' from notifications.webhook_deliveries;
  insert into notifications.webhook_queue (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, is_unchecked)
    select api_key_id, target, hashtextextended(document_id, 0), delivery_id, created_at_ms, 1, false from notifications.webhook_deliveries;
  insert into notifications.webhook_documents (api_key_id, organization_id, document_id, last_sequence)
    select 'key', 'acme', 'd' || n, 1 from generate_series(0, 999) n;
  insert into notifications.webhook_documents (api_key_id, organization_id, document_id, last_sequence)
    select 'key', 'o' || n, 'd', 1 from generate_series(1, 20000) n`;
