import { type Db, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { idempotencyRecords } from "../schema.ts";

interface Claim {
  readonly scopeId: string;
  readonly key: string;
  readonly requestHash: Buffer;
  readonly leaseId: string;
  readonly leaseMs: number;
  readonly retentionMs: number;
}

const idempotencyRow = {
  /** Whether this claim created the record, or took over an expired one. */
  fresh: types.boolean,
  requestHash: types.bytes,
  /** Null while the request runs. */
  status: nullable(types.integer),
  /** Also null when the response is not stored. */
  sealedBody: nullable(types.text),
  /** When the request was first sent; a repeat that is done again keeps it. */
  createdAtMs: types.bigint,
  /** Whether the request was claimed before under another lease, and may have been done. */
  sentBefore: types.boolean,
  /** How often it was claimed before under another lease. */
  earlierClaims: types.integer,
};

export type IdempotencyRow = ValuesOf<typeof idempotencyRow>;

// A record is free again when its retention is over, when the lease of an earlier claim for the same request has expired, or when the
// holder claims it again.
const begin = statement(
  "workspace.begin_idempotent_request",
  {
    scopeId: idempotencyRecords.scopeId,
    key: types.text,
    requestHash: idempotencyRecords.requestHash,
    leaseId: idempotencyRecords.leaseId,
    leaseMs: types.bigint,
    retentionMs: types.bigint,
  },
  idempotencyRow,
  `with claimed as (
     insert into idempotency_records as record (scope_id, idempotency_key, request_hash, lease_id, lease_until_ms)
     values ($scopeId, $key, $requestHash, $leaseId, now_ms() + $leaseMs)
     on conflict (scope_id, idempotency_key) do update
     set request_hash = excluded.request_hash, lease_id = excluded.lease_id, lease_until_ms = excluded.lease_until_ms,
       status = null, sealed_body = null, keeps_answer = true,
       sent_before = record.created_at_ms > now_ms() - $retentionMs and (record.sent_before or record.lease_id <> excluded.lease_id),
       earlier_claims = case when record.created_at_ms <= now_ms() - $retentionMs then 0
         when record.lease_id <> excluded.lease_id then record.earlier_claims + 1 else record.earlier_claims end,
       created_at_ms = case when record.created_at_ms <= now_ms() - $retentionMs then excluded.created_at_ms else record.created_at_ms end
     where record.created_at_ms <= now_ms() - $retentionMs
       or (record.status is null and (record.lease_until_ms <= now_ms() or record.lease_id = excluded.lease_id) and record.request_hash = excluded.request_hash)
     returning request_hash, created_at_ms, sent_before, earlier_claims
   )
   select true as fresh, request_hash, null::integer as status, null::text as sealed_body, created_at_ms, sent_before, earlier_claims from claimed
   union all
   select false, request_hash, status, sealed_body, created_at_ms, sent_before, earlier_claims from idempotency_records
   where scope_id = $scopeId and idempotency_key = $key and not exists (select from claimed)`,
);

/**
 * Claims a key or returns the existing record. Undefined when another caller created or deleted that record at this very moment: then call
 * it again.
 */
export function claimIdempotencyKey(db: Db, claim: Claim): Promise<IdempotencyRow | undefined> {
  return db.row(begin, claim);
}

const selectKnown = statement(
  "workspace.idempotency_key_known",
  { scopeId: idempotencyRecords.scopeId, key: types.text },
  { known: types.boolean },
  "select exists (select from idempotency_records where scope_id = $scopeId and idempotency_key = $key) as known",
);

/** Whether a caller has used a key within the last day. */
export async function isKnownKey(db: Db, scopeId: string, key: string): Promise<boolean> {
  return (await db.row(selectKnown, { scopeId, key }))?.known ?? false;
}

interface Lease {
  readonly scopeId: string;
  readonly key: string;
  readonly leaseId: string;
}

const finish = statement(
  "workspace.finish_idempotent_request",
  {
    status: types.integer,
    sealedBody: idempotencyRecords.sealedBody,
    scopeId: idempotencyRecords.scopeId,
    key: types.text,
    leaseId: idempotencyRecords.leaseId,
  },
  {},
  `update idempotency_records set status = $status, sealed_body = case when keeps_answer then $sealedBody::text end
   where scope_id = $scopeId and idempotency_key = $key and lease_id = $leaseId and status is null`,
);

/** Ends a claim. Without a body, only the fact that the request was done is known from then on. */
export async function finishIdempotencyKey(db: Db, lease: Lease, status: number, sealedBody: string | null): Promise<void> {
  await db.run(finish, { ...lease, status, sealedBody });
}

// Not deleted: a request without a response may have taken effect, and its repeat must be recognised as one.
const abandon = statement(
  "workspace.abandon_idempotent_request",
  { scopeId: idempotencyRecords.scopeId, key: types.text, leaseId: idempotencyRecords.leaseId },
  {},
  `update idempotency_records set lease_until_ms = 0 where scope_id = $scopeId and idempotency_key = $key and lease_id = $leaseId and status is null`,
);

export async function abandonIdempotencyKey(db: Db, lease: Lease): Promise<void> {
  await db.run(abandon, lease);
}

// By the primary key. The record stays without its response: if it were deleted, a repeat would create again what was erased.
const forget = statement(
  "workspace.forget_answers",
  { apiKeyId: types.text, olderThanMs: types.bigint, limit: types.bigint },
  {},
  `update idempotency_records set keeps_answer = false, sealed_body = null
   where scope_id = $apiKeyId and keeps_answer and idempotency_key = any(array(
     select idempotency_key from idempotency_records where scope_id = $apiKeyId and created_at_ms <= $olderThanMs and keeps_answer
     order by idempotency_key limit $limit for update))`,
);

/**
 * Deletes at most `limit` responses to requests of an API key that were first sent up to a time, stored or yet to be stored; returns how
 * many.
 */
export function forgetAnswers(db: Db, apiKeyId: string, olderThanMs: number, limit: number): Promise<number> {
  return db.run(forget, { apiKeyId, olderThanMs, limit });
}

// Scans idempotency_records_by_age; rows that another process is deleting are left to it.
const removeOld = statement(
  "workspace.delete_old_idempotency_records",
  { retentionMs: types.bigint, limit: types.bigint },
  {},
  `with old as (
     select scope_id, idempotency_key from idempotency_records
     where created_at_ms <= now_ms() - $retentionMs
     order by created_at_ms limit $limit
     for update skip locked
   )
   delete from idempotency_records using old
   where idempotency_records.scope_id = old.scope_id and idempotency_records.idempotency_key = old.idempotency_key`,
);

/** Deletes at most `limit` records that are older than the retention; returns how many. */
export function deleteOldIdempotencyRecords(db: Db, retentionMs: number, limit: number): Promise<number> {
  return db.run(removeOld, { retentionMs, limit });
}
