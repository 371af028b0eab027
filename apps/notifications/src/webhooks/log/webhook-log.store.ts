import { type Db, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type LogPosition, pageOfRows, pageParameters, pageValues } from "../../delivery/log-page.ts";
import { webhookAttempts, webhookDeliveries } from "../config/tables.ts";

/** How much of the attempts of one delivery is shown. */
export interface Detail {
  /** Most attempts, the newest. */
  readonly attempts: number;
  /** Most bytes of an endpoint's response to one. */
  readonly excerptBytes: number;
}

const deliveryRow = {
  createdAtMs: webhookDeliveries.createdAtMs,
  deliveryId: webhookDeliveries.deliveryId,
  webhookId: webhookDeliveries.webhookId,
  target: narrowed<"raw" | "processed">(types.text),
  trigger: webhookDeliveries.trigger,
  organizationId: webhookDeliveries.organizationId,
  documentId: webhookDeliveries.documentId,
  annotationId: webhookDeliveries.annotationId,
  sequence: webhookDeliveries.sequence,
  attempts: webhookDeliveries.attempts,
  deliveredAtMs: webhookDeliveries.deliveredAtMs,
  problem: nullable(narrowed<"failed" | "held">(types.text)),
  /** Null when it is not waiting for an attempt; 0 when the attempt is due now. */
  nextAttemptAtMs: nullable(types.bigint),
};

/** A delivery as the log shows it. */
export type DeliveryRow = ValuesOf<typeof deliveryRow>;

/** The filters of a page. An empty text does not narrow. */
export interface LogFilter {
  readonly apiKeyId: string;
  readonly state: "" | "pending" | "delivered" | "failed" | "held";
  readonly trigger: string;
  readonly target: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly fromMs: number;
}

/** The position after a delivery, where the next page begins. */
export const placeOf = ({ createdAtMs, deliveryId }: DeliveryRow): LogPosition => ({ beforeMs: createdAtMs, beforeId: deliveryId });

// The row of a delivery in the queue, looked up for each delivery by itself: in a join with many, the queue would be read whole.
function queued(delivery: string): string {
  return `lateral (
       select q.delivery_id, q.state, q.due_at_ms from webhook_queue q
       where q.api_key_id = $apiKeyId and q.target = ${delivery}.target and q.document_key = hashtextextended(${delivery}.document_id, 0)
         and q.delivery_id = ${delivery}.delivery_id limit 1
     ) as q`;
}

function pageOf(where: string): string {
  return `with scanned as materialized (
     select d.* from webhook_deliveries d
     where d.api_key_id = $apiKeyId and ${where} and (d.created_at_ms, d.delivery_id) < ($beforeMs, $beforeId) and d.created_at_ms >= $fromMs
     order by d.created_at_ms desc, d.delivery_id desc limit $scanRows
   ), judged as (
     select s.*, q.delivery_id is not null as is_queued, case when q.state = 'scheduled' then q.due_at_ms else 0 end as due_at_ms
     from scanned s left join ${queued("s")} on true
   ), wanted as (
     select * from judged
     where ($trigger = '' or trigger = $trigger) and ($target = '' or target = $target)
       and ($organizationId = '' or (organization_id = $organizationId and document_id = $documentId))
       and ($state = '' or $state = case when is_queued then 'pending' when problem is not null then problem else 'delivered' end)
     order by created_at_ms desc, delivery_id desc limit $limit
   ), last as (
     select * from judged order by created_at_ms, delivery_id limit 1
   )
   select created_at_ms, delivery_id, webhook_id, target, trigger, organization_id, document_id, annotation_id, sequence, attempts,
     delivered_at_ms, problem, case when is_queued then due_at_ms end as next_attempt_at_ms, bool_or(is_wanted) as is_wanted
   from (select *, true as is_wanted from wanted union all select *, false from last) as rows
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
   order by created_at_ms desc, delivery_id desc`;
}

// An examined row, in the order of the pages' columns.
const examinedRow = { ...deliveryRow, isWanted: types.boolean };
const parameters = { ...pageParameters, trigger: types.text, target: types.text, state: narrowed<LogFilter["state"]>(types.text) };

const page = statement("notifications.webhook_log", parameters, examinedRow, pageOf("true"));
const pageOfDocument = statement(
  "notifications.webhook_log_of_document",
  parameters,
  examinedRow,
  pageOf("d.organization_id = $organizationId and d.document_id = $documentId"),
);
const pageOfProblem = statement("notifications.webhook_log_of_problem", parameters, examinedRow, pageOf("d.problem = $state"));

/** Deliveries, newest first. */
export async function selectLog(db: Db, filter: LogFilter, position: LogPosition, limit: number) {
  const chosen = isProblem(filter.state) ? pageOfProblem : filter.documentId === "" ? page : pageOfDocument;
  const examined = await db.rows(chosen, { ...filter, ...pageValues(position, limit) });
  return pageOfRows(examined, limit, placeOf, (after) => hasMore(db, filter, after));
}

const more = statement(
  "notifications.webhook_log_more",
  { apiKeyId: webhookDeliveries.apiKeyId, beforeMs: types.bigint, beforeId: types.bigint, fromMs: types.bigint },
  { more: types.boolean },
  `select count(*) > 0 as more from (
     select from webhook_deliveries where api_key_id = $apiKeyId and (created_at_ms, delivery_id) < ($beforeMs, $beforeId) and created_at_ms >= $fromMs
     order by created_at_ms desc, delivery_id desc limit 1
   ) as rest`,
);

const moreOfProblem = statement(
  "notifications.webhook_log_more_of_problem",
  {
    apiKeyId: webhookDeliveries.apiKeyId,
    state: types.text,
    beforeMs: types.bigint,
    beforeId: types.bigint,
    fromMs: types.bigint,
  },
  { more: types.boolean },
  `select count(*) > 0 as more from (
     select from webhook_deliveries where api_key_id = $apiKeyId and problem = $state
       and (created_at_ms, delivery_id) < ($beforeMs, $beforeId) and created_at_ms >= $fromMs
     order by created_at_ms desc, delivery_id desc limit 1
   ) as rest`,
);

/** Whether there are more rows of those that the page was taken from. */
async function hasMore(db: Db, { apiKeyId, state, fromMs }: LogFilter, after: LogPosition): Promise<boolean> {
  const rest = isProblem(state)
    ? await db.row(moreOfProblem, { apiKeyId, state, fromMs, ...after })
    : await db.row(more, { apiKeyId, fromMs, ...after });
  return rest?.more ?? false;
}

function isProblem(state: LogFilter["state"]): boolean {
  return state === "failed" || state === "held";
}

type ByIds = LogPosition & { readonly apiKeyId: string; readonly webhookIds: readonly string[] };

const byIds = statement(
  "notifications.webhook_log_by_ids",
  { apiKeyId: webhookDeliveries.apiKeyId, webhookIds: listOf(types.text), beforeMs: types.bigint, beforeId: types.bigint },
  deliveryRow,
  `select d.created_at_ms, d.delivery_id, d.webhook_id, d.target, d.trigger, d.organization_id, d.document_id, d.annotation_id, d.sequence,
     d.attempts, d.delivered_at_ms, d.problem, case q.state when 'scheduled' then q.due_at_ms when 'ready' then 0 when 'leased' then 0 end as next_attempt_at_ms
   from webhook_deliveries d left join ${queued("d")} on true
   where d.api_key_id = $apiKeyId and d.webhook_id = any($webhookIds::text[]) and (d.created_at_ms, d.delivery_id) < ($beforeMs, $beforeId)
   order by d.created_at_ms desc, d.delivery_id desc`,
);

/** The named deliveries that exist after a position, newest first. */
export function selectLogByIds(db: Db, named: ByIds): Promise<DeliveryRow[]> {
  return db.rows(byIds, named);
}

// Responses are cut to so many characters here, to keep them off the wire, and to so many bytes afterwards.
const attempts = statement(
  "notifications.webhook_attempts",
  { deliveryIds: listOf(types.bigint), excerptBytes: types.integer, apiKeyId: webhookAttempts.apiKeyId, attempts: types.bigint },
  {
    deliveryId: webhookAttempts.deliveryId,
    number: webhookAttempts.number,
    startedAtMs: webhookAttempts.startedAtMs,
    durationMs: webhookAttempts.durationMs,
    status: webhookAttempts.status,
    errorClass: webhookAttempts.errorClass,
    error: webhookAttempts.error,
    responseExcerpt: types.text,
  },
  `select newest.* from unnest($deliveryIds::bigint[]) as wanted (delivery_id) cross join lateral (
     select a.delivery_id, a.number, a.started_at_ms, a.duration_ms, a.status, a.error_class, a.error, left(a.response_excerpt, $excerptBytes) as response_excerpt
     from webhook_attempts a where a.api_key_id = $apiKeyId and a.delivery_id = wanted.delivery_id order by a.number desc limit $attempts
   ) as newest
   order by newest.delivery_id, newest.number`,
);

/** The newest attempts of each delivery, oldest first. */
export async function selectAttempts(db: Db, apiKeyId: string, deliveryIds: readonly number[], detail: Detail) {
  const rows = await db.rows(attempts, { apiKeyId, deliveryIds, ...detail });
  return rows.map((row) => ({ ...row, responseExcerpt: firstBytes(row.responseExcerpt, detail.excerptBytes) }));
}

/** The beginning of a text, cut between characters. */
function firstBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
