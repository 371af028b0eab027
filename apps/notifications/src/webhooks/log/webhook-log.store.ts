import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, narrowed, nullable, types, type ValuesOf } from "@parley/database/schema";
import { type LogPosition, pageOfRows, pageParameters, pageValues } from "../../delivery/log-page.ts";
import { webhookAttempts, webhookDeliveries, webhookQueue } from "../config/tables.ts";

/** How much of a delivery's attempts is shown. */
export interface Detail {
  /** Most attempts; the newest are shown. */
  readonly attempts: number;
  /** Most bytes of an endpoint's response. */
  readonly excerptBytes: number;
}

const deliveryRow = {
  createdAtMs: webhookDeliveries.createdAtMs,
  deliveryId: webhookDeliveries.deliveryId,
  webhookId: webhookDeliveries.webhookId,
  target: webhookDeliveries.target,
  trigger: webhookDeliveries.trigger,
  organizationId: webhookDeliveries.organizationId,
  documentId: webhookDeliveries.documentId,
  annotationId: webhookDeliveries.annotationId,
  sequence: webhookDeliveries.sequence,
  attempts: webhookDeliveries.attempts,
  deliveredAtMs: webhookDeliveries.deliveredAtMs,
  problem: nullable(narrowed<"failed" | "held">(types.text)),
  /** Null if it is not waiting for an attempt; 0 if the attempt is due now. */
  nextAttemptAtMs: nullable(types.bigint),
};

/** A delivery as the log shows it. */
export type DeliveryRow = ValuesOf<typeof deliveryRow>;

/** The filters of a page. An empty string does not filter. */
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

// The queue row of a delivery, looked up for each delivery: a join with many would read the whole queue.
function queued(delivery: Sql): Sql {
  return sql`lateral (
       select q.${webhookQueue.deliveryId}, q.${webhookQueue.state}, q.${webhookQueue.dueAtMs} from ${webhookQueue} q
       where q.${webhookQueue.apiKeyId} = $apiKeyId and q.${webhookQueue.target} = ${delivery}.${webhookDeliveries.target}
         and q.${webhookQueue.documentKey} = hashtextextended(${delivery}.${webhookDeliveries.documentId}, 0)
         and q.${webhookQueue.deliveryId} = ${delivery}.${webhookDeliveries.deliveryId} limit 1
     ) as q`;
}

// Deliveries to `*` have no endpoint yet and appear in no log.
function pageOf(where: Sql): Sql {
  return sql`with scanned as materialized (
     select d.* from ${webhookDeliveries} d
     where d.${webhookDeliveries.apiKeyId} = $apiKeyId and ${where}
       and (d.${webhookDeliveries.createdAtMs}, d.${webhookDeliveries.deliveryId}) < ($beforeMs, $beforeId)
       and d.${webhookDeliveries.createdAtMs} >= $fromMs
     order by d.${webhookDeliveries.createdAtMs} desc, d.${webhookDeliveries.deliveryId} desc limit $scanRows
   ), judged as (
     select s.*, q.${webhookQueue.deliveryId} is not null as is_queued, case when q.${webhookQueue.state} = 'scheduled'
       then q.${webhookQueue.dueAtMs} else 0 end as due_at_ms
     from scanned s left join ${queued(sql`s`)} on true
   ), wanted as (
     select * from judged
     where ${webhookDeliveries.target} <> '*' and ($trigger = '' or ${webhookDeliveries.trigger} = $trigger) and ($target = '' or ${webhookDeliveries.target} = $target)
       and ($organizationId = '' or (${webhookDeliveries.organizationId} = $organizationId
         and ${webhookDeliveries.documentId} = $documentId))
       and ($state = '' or $state = case when is_queued then 'pending' when ${webhookDeliveries.problem} is not null
         then ${webhookDeliveries.problem} else 'delivered' end)
     order by ${webhookDeliveries.createdAtMs} desc, ${webhookDeliveries.deliveryId} desc limit $limit
   ), last as (
     select * from judged order by ${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId} limit 1
   )
   select ${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId}, ${webhookDeliveries.webhookId}, ${webhookDeliveries.target},
     ${webhookDeliveries.trigger}, ${webhookDeliveries.organizationId}, ${webhookDeliveries.documentId},
     ${webhookDeliveries.annotationId}, ${webhookDeliveries.sequence}, ${webhookDeliveries.attempts},
     ${webhookDeliveries.deliveredAtMs}, ${webhookDeliveries.problem}, case when is_queued then due_at_ms end as next_attempt_at_ms,
       bool_or(is_wanted) as is_wanted
   from (select *, true as is_wanted from wanted union all select *, false from last) as rows
   group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13
   order by ${webhookDeliveries.createdAtMs} desc, ${webhookDeliveries.deliveryId} desc`;
}

// An examined row, in the order of the pages' columns.
const examinedRow = { ...deliveryRow, isWanted: types.boolean };
const parameters = { ...pageParameters, trigger: types.text, target: types.text, state: narrowed<LogFilter["state"]>(types.text) };

const page = statement("notifications.webhook_log", parameters, examinedRow, pageOf(sql`true`));
const pageOfDocument = statement(
  "notifications.webhook_log_of_document",
  parameters,
  examinedRow,
  pageOf(sql`d.${webhookDeliveries.organizationId} = $organizationId and d.${webhookDeliveries.documentId} = $documentId`),
);
const pageOfProblem = statement(
  "notifications.webhook_log_of_problem",
  parameters,
  examinedRow,
  pageOf(sql`d.${webhookDeliveries.problem} = $state`),
);

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
  sql`select count(*) > 0 as more from (
     select from ${webhookDeliveries} where ${webhookDeliveries.apiKeyId} = $apiKeyId
       and (${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId}) < ($beforeMs, $beforeId)
       and ${webhookDeliveries.createdAtMs} >= $fromMs
     order by ${webhookDeliveries.createdAtMs} desc, ${webhookDeliveries.deliveryId} desc limit 1
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
  sql`select count(*) > 0 as more from (
     select from ${webhookDeliveries} where ${webhookDeliveries.apiKeyId} = $apiKeyId and ${webhookDeliveries.problem} = $state
       and (${webhookDeliveries.createdAtMs}, ${webhookDeliveries.deliveryId}) < ($beforeMs, $beforeId)
       and ${webhookDeliveries.createdAtMs} >= $fromMs
     order by ${webhookDeliveries.createdAtMs} desc, ${webhookDeliveries.deliveryId} desc limit 1
   ) as rest`,
);

/** Whether more rows follow among those that the page was taken from. */
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
  sql`select d.${webhookDeliveries.createdAtMs}, d.${webhookDeliveries.deliveryId}, d.${webhookDeliveries.webhookId},
    d.${webhookDeliveries.target}, d.${webhookDeliveries.trigger}, d.${webhookDeliveries.organizationId},
    d.${webhookDeliveries.documentId}, d.${webhookDeliveries.annotationId}, d.${webhookDeliveries.sequence},
     d.${webhookDeliveries.attempts}, d.${webhookDeliveries.deliveredAtMs}, d.${webhookDeliveries.problem}, case q.${webhookQueue.state}
       when 'scheduled' then q.${webhookQueue.dueAtMs} when 'ready' then 0 end as next_attempt_at_ms
   from ${webhookDeliveries} d left join ${queued(sql`d`)} on true
   where d.${webhookDeliveries.apiKeyId} = $apiKeyId and d.${webhookDeliveries.webhookId} = any($webhookIds::text[])
     and d.${webhookDeliveries.target} <> '*'
     and (d.${webhookDeliveries.createdAtMs}, d.${webhookDeliveries.deliveryId}) < ($beforeMs, $beforeId)
   order by d.${webhookDeliveries.createdAtMs} desc, d.${webhookDeliveries.deliveryId} desc`,
);

/** The named deliveries that exist, after a position, newest first. */
export function selectLogByIds(db: Db, named: ByIds): Promise<DeliveryRow[]> {
  return db.rows(byIds, named);
}

// A first request that delivered is in the delivery itself. Responses are cut in characters here, to keep them off the wire, and in bytes afterwards.
const attempts = statement(
  "notifications.webhook_attempts",
  {
    createdAtMs: listOf(types.bigint),
    deliveryIds: listOf(types.bigint),
    excerptBytes: types.integer,
    apiKeyId: webhookAttempts.apiKeyId,
    attempts: types.bigint,
  },
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
  sql`select newest.* from unnest($createdAtMs::bigint[], $deliveryIds::bigint[]) as wanted (created_at_ms, delivery_id) cross join lateral (
     (select a.${webhookAttempts.deliveryId}, a.${webhookAttempts.number}, a.${webhookAttempts.startedAtMs},
       a.${webhookAttempts.durationMs}, a.${webhookAttempts.status}, a.${webhookAttempts.errorClass}, a.${webhookAttempts.error},
       left(a.${webhookAttempts.responseExcerpt}, $excerptBytes) as response_excerpt
     from ${webhookAttempts} a where a.${webhookAttempts.apiKeyId} = $apiKeyId and a.${webhookAttempts.deliveryId} = wanted.delivery_id
     order by a.${webhookAttempts.number} desc limit $attempts)
     union all
     (select d.${webhookDeliveries.deliveryId}, 1, d.${webhookDeliveries.firstStartedAtMs}, d.${webhookDeliveries.firstDurationMs},
       d.${webhookDeliveries.firstStatus}, '', '', left(d.${webhookDeliveries.firstResponse}, $excerptBytes)
     from ${webhookDeliveries} d where d.${webhookDeliveries.apiKeyId} = $apiKeyId
       and d.${webhookDeliveries.createdAtMs} = wanted.created_at_ms and d.${webhookDeliveries.deliveryId} = wanted.delivery_id
       and d.${webhookDeliveries.firstStartedAtMs} is not null limit 1)
     order by 2 desc limit $attempts
   ) as newest
   order by newest.${webhookAttempts.deliveryId}, newest.${webhookAttempts.number}`,
);

/** The newest attempts of each delivery, oldest first. */
export async function selectAttempts(db: Db, apiKeyId: string, deliveries: readonly DeliveryRow[], detail: Detail) {
  const rows = await db.rows(attempts, {
    apiKeyId,
    createdAtMs: deliveries.map(({ createdAtMs }) => createdAtMs),
    deliveryIds: deliveries.map(({ deliveryId }) => deliveryId),
    ...detail,
  });
  return rows.map((row) => ({ ...row, responseExcerpt: firstBytes(row.responseExcerpt, detail.excerptBytes) }));
}

/** The beginning of a text, cut between characters. */
function firstBytes(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytes));
  return text.slice(0, read);
}
