import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { webhookDeliveries, webhookRecoveries } from "../config/tables.ts";

const retried = {
  webhookId: webhookDeliveries.webhookId,
  hasPayload: types.boolean,
};

type Retried = ValuesOf<typeof retried>;

const retry = statement(
  "notifications.webhook_retry",
  { apiKeyId: webhookDeliveries.apiKeyId, webhookIds: listOf(types.text) },
  retried,
  `with wanted as materialized (
     select d.created_at_ms, d.delivery_id, d.webhook_id, d.target, d.document_id, octet_length(p.body) as bytes
     from webhook_deliveries d left join webhook_payloads p on p.api_key_id = $apiKeyId and p.delivery_id = d.delivery_id
     where d.api_key_id = $apiKeyId and d.webhook_id = any($webhookIds::text[])
     order by d.created_at_ms, d.delivery_id for update of d
   ), freed as (
     update webhook_deliveries d set problem = null from wanted w
     where d.api_key_id = $apiKeyId and d.created_at_ms = w.created_at_ms and d.delivery_id = w.delivery_id and w.bytes is not null and d.problem is not null
   ), queued as (
     insert into webhook_queue as q (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, is_unchecked)
     select $apiKeyId, w.target, hashtextextended(w.document_id, 0), w.delivery_id, w.created_at_ms, w.bytes, false from wanted w where w.bytes is not null
     on conflict (api_key_id, target, document_key, delivery_id) do update set state = 'ready', due_at_ms = 0, tries = 0 where q.state <> 'leased'
   )
   select webhook_id, bytes is not null as has_payload from wanted`,
);

/** Queues deliveries again, whatever their state, from the beginning of the schedule. Returns those that exist. */
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
  readonly afterMs: number;
  readonly afterId: number;
  readonly limit: number;
}

const recover = statement(
  "notifications.webhook_recover",
  {
    apiKeyId: webhookDeliveries.apiKeyId,
    problem: types.text,
    afterMs: types.bigint,
    afterId: types.bigint,
    fromMs: webhookRecoveries.fromMs,
    toMs: webhookRecoveries.toMs,
    limit: types.bigint,
    recoveryId: webhookRecoveries.recoveryId,
  },
  { rows: types.bigint, lastMs: nullable(types.bigint), lastId: nullable(types.bigint) },
  `with page as materialized (
     select d.created_at_ms, d.delivery_id, d.target, d.document_id from webhook_deliveries d
     where d.api_key_id = $apiKeyId and d.problem = $problem and (d.created_at_ms, d.delivery_id) > ($afterMs, $afterId)
       and d.created_at_ms >= $fromMs and d.created_at_ms < $toMs
     order by d.created_at_ms, d.delivery_id limit $limit for update
   ), carried as materialized (
     select page.*, octet_length(p.body) as bytes
     from page left join webhook_payloads p on p.api_key_id = $apiKeyId and p.delivery_id = page.delivery_id
   ), freed as (
     update webhook_deliveries d set problem = null from carried c
     where d.api_key_id = $apiKeyId and d.created_at_ms = c.created_at_ms and d.delivery_id = c.delivery_id and c.bytes is not null
   ), queued as (
     insert into webhook_queue (api_key_id, target, document_key, delivery_id, created_at_ms, bytes, is_unchecked)
     select $apiKeyId, c.target, hashtextextended(c.document_id, 0), c.delivery_id, c.created_at_ms, c.bytes, false from carried c where c.bytes is not null
     on conflict (api_key_id, target, document_key, delivery_id) do nothing
   ), counted as (
     update webhook_recoveries set recovered = recovered + (select count(bytes) from carried),
       skipped = skipped + (select count(*) - count(bytes) from carried)
     where api_key_id = $apiKeyId and recovery_id = $recoveryId
   )
   select count(*) as rows, max(created_at_ms) as last_ms,
     (select delivery_id from page order by created_at_ms desc, delivery_id desc limit 1) as last_id
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
