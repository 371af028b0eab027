import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { webhookDeliveries, webhookPayloads, webhookQueue, webhookRecoveries } from "../config/tables.ts";
import { payloadBytes } from "./webhook-payloads.store.ts";

const retried = {
  webhookId: webhookDeliveries.webhookId,
  target: webhookDeliveries.target,
  hasPayload: types.boolean,
};

type Retried = ValuesOf<typeof retried>;

// A process that is sending a delivery loses it: the outcome of that attempt, possibly the last, must not end a retry requested after it
// began.
const retry = statement(
  "notifications.webhook_retry",
  { apiKeyId: webhookDeliveries.apiKeyId, webhookIds: listOf(types.text) },
  retried,
  sql`with wanted as materialized (
     select d.${webhookDeliveries.createdAtMs}, d.${webhookDeliveries.deliveryId}, d.${webhookDeliveries.webhookId},
       d.${webhookDeliveries.target}, d.${webhookDeliveries.documentId}, ${payloadBytes} as bytes
     from ${webhookDeliveries} d left join ${webhookPayloads} p on p.${webhookPayloads.apiKeyId} = $apiKeyId
       and p.${webhookPayloads.deliveryId} = d.${webhookDeliveries.deliveryId}
     where d.${webhookDeliveries.apiKeyId} = $apiKeyId and d.${webhookDeliveries.webhookId} = any($webhookIds::text[])
     order by d.${webhookDeliveries.createdAtMs}, d.${webhookDeliveries.deliveryId} for update of d
   ), freed as (
     update ${webhookDeliveries} d set ${webhookDeliveries.problem} = null from wanted w
     where d.${webhookDeliveries.apiKeyId} = $apiKeyId and d.${webhookDeliveries.createdAtMs} = w.${webhookDeliveries.createdAtMs}
       and d.${webhookDeliveries.deliveryId} = w.${webhookDeliveries.deliveryId} and w.bytes is not null
       and d.${webhookDeliveries.problem} is not null
   ), queued as (
     insert into ${webhookQueue} as q (${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey},
       ${webhookQueue.deliveryId}, ${webhookQueue.createdAtMs}, ${webhookQueue.bytes}, ${webhookQueue.isUnchecked})
     select $apiKeyId, w.${webhookDeliveries.target}, hashtextextended(w.${webhookDeliveries.documentId}, 0),
       w.${webhookDeliveries.deliveryId}, w.${webhookDeliveries.createdAtMs}, w.bytes, false from wanted w where w.bytes is not null
     on conflict (${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey}, ${webhookQueue.deliveryId}) do update
     set ${webhookQueue.state} = 'ready', ${webhookQueue.dueAtMs} = 0, ${webhookQueue.tries} = 0, ${webhookQueue.fence} = default
   )
   select ${webhookDeliveries.webhookId}, ${webhookDeliveries.target}, bytes is not null as has_payload from wanted`,
);

/** Queues deliveries again, whatever their state, with the schedule restarted. Returns those that exist. */
export function retryDeliveries(db: Db, apiKeyId: string, webhookIds: readonly string[]): Promise<Retried[]> {
  return db.rows(retry, { apiKeyId, webhookIds });
}

/** A part of a recovery: deliveries with one problem, after a position. */
interface RecoveryChunk {
  readonly apiKeyId: string;
  readonly recoveryId: string;
  readonly problem: string;
  readonly fromMs: number;
  readonly toMs: number;
  /** Only deliveries to this endpoint; empty for all. */
  readonly target: string;
  readonly afterMs: number;
  readonly afterId: number;
  readonly limit: number;
}

// A chunk is read along the index of problems, which contains all endpoints. Deliveries of other endpoints are skipped.
const recover = statement(
  "notifications.webhook_recover",
  {
    apiKeyId: webhookDeliveries.apiKeyId,
    problem: types.text,
    afterMs: types.bigint,
    afterId: types.bigint,
    fromMs: webhookRecoveries.fromMs,
    toMs: webhookRecoveries.toMs,
    target: webhookRecoveries.target,
    limit: types.bigint,
    recoveryId: webhookRecoveries.recoveryId,
  },
  { rows: types.bigint, lastMs: nullable(types.bigint), lastId: nullable(types.bigint) },
  sql`with page as materialized (
     select d.${webhookDeliveries.createdAtMs}, d.${webhookDeliveries.deliveryId}, d.${webhookDeliveries.target},
       d.${webhookDeliveries.documentId} from ${webhookDeliveries} d
     where d.${webhookDeliveries.apiKeyId} = $apiKeyId and d.${webhookDeliveries.problem} = $problem
       and (d.${webhookDeliveries.createdAtMs}, d.${webhookDeliveries.deliveryId}) > ($afterMs, $afterId)
       and d.${webhookDeliveries.createdAtMs} >= $fromMs and d.${webhookDeliveries.createdAtMs} < $toMs
     order by d.${webhookDeliveries.createdAtMs}, d.${webhookDeliveries.deliveryId} limit $limit for update
   ), carried as materialized (
     select page.*, ${payloadBytes} as bytes
     from (select * from page where $target = '' or ${webhookDeliveries.target} = $target) as page left join ${webhookPayloads} p on p.${webhookPayloads.apiKeyId} = $apiKeyId
       and p.${webhookPayloads.deliveryId} = page.${webhookDeliveries.deliveryId}
   ), freed as (
     update ${webhookDeliveries} d set ${webhookDeliveries.problem} = null from carried c
     where d.${webhookDeliveries.apiKeyId} = $apiKeyId and d.${webhookDeliveries.createdAtMs} = c.${webhookDeliveries.createdAtMs}
       and d.${webhookDeliveries.deliveryId} = c.${webhookDeliveries.deliveryId} and c.bytes is not null
   ), queued as (
     insert into ${webhookQueue} (${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey},
       ${webhookQueue.deliveryId}, ${webhookQueue.createdAtMs}, ${webhookQueue.bytes}, ${webhookQueue.isUnchecked})
     select $apiKeyId, c.${webhookDeliveries.target}, hashtextextended(c.${webhookDeliveries.documentId}, 0),
       c.${webhookDeliveries.deliveryId}, c.${webhookDeliveries.createdAtMs}, c.bytes, false from carried c where c.bytes is not null
     on conflict (${webhookQueue.apiKeyId}, ${webhookQueue.target}, ${webhookQueue.documentKey}, ${webhookQueue.deliveryId}) do nothing
   ), counted as (
     update ${webhookRecoveries} set ${webhookRecoveries.recovered} = ${webhookRecoveries.recovered} + (select count(bytes) from carried),
       ${webhookRecoveries.skipped} = ${webhookRecoveries.skipped} + (select count(*) - count(bytes) from carried)
     where ${webhookRecoveries.apiKeyId} = $apiKeyId and ${webhookRecoveries.recoveryId} = $recoveryId
   )
   select count(*) as rows, max(${webhookDeliveries.createdAtMs}) as last_ms,
     (select ${webhookDeliveries.deliveryId} from page order by ${webhookDeliveries.createdAtMs} desc,
       ${webhookDeliveries.deliveryId} desc limit 1) as last_id
   from page`,
);

interface Recovered {
  readonly rows: number;
  /** The last row of the chunk. */
  readonly afterMs: number;
  readonly afterId: number;
}

/** Queues a chunk of failed or held deliveries again, and counts it. */
export async function recoverChunk(tx: Db, chunk: RecoveryChunk): Promise<Recovered> {
  const done = await tx.row(recover, chunk);
  return { rows: done?.rows ?? 0, afterMs: done?.lastMs ?? chunk.afterMs, afterId: done?.lastId ?? chunk.afterId };
}
