import { type Db, rowCount, sql, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { idempotencyRecords, nowMs } from "../schema.ts";

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
  /** When the request was first sent; a repeat that is executed again keeps it. */
  createdAtMs: types.bigint,
  /** Whether the request was claimed before under another lease, and may have taken effect. */
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
  sql`with claimed as (
     insert into ${idempotencyRecords} as record (${idempotencyRecords.scopeId}, ${idempotencyRecords.idempotencyKey},
       ${idempotencyRecords.requestHash}, ${idempotencyRecords.leaseId}, ${idempotencyRecords.leaseUntilMs})
     values ($scopeId, $key, $requestHash, $leaseId, ${nowMs} + $leaseMs)
     on conflict (${idempotencyRecords.scopeId}, ${idempotencyRecords.idempotencyKey}) do update
     set ${idempotencyRecords.requestHash} = excluded.${idempotencyRecords.requestHash},
       ${idempotencyRecords.leaseId} = excluded.${idempotencyRecords.leaseId},
       ${idempotencyRecords.leaseUntilMs} = excluded.${idempotencyRecords.leaseUntilMs},
       ${idempotencyRecords.status} = null, ${idempotencyRecords.sealedBody} = null, ${idempotencyRecords.keepsAnswer} = true,
       ${idempotencyRecords.sentBefore} = record.${idempotencyRecords.createdAtMs} > ${nowMs} - $retentionMs
         and (record.${idempotencyRecords.sentBefore} or record.${idempotencyRecords.leaseId} <> excluded.${idempotencyRecords.leaseId}),
       ${idempotencyRecords.earlierClaims} = case when record.${idempotencyRecords.createdAtMs} <= ${nowMs} - $retentionMs then 0
         when record.${idempotencyRecords.leaseId} <> excluded.${idempotencyRecords.leaseId}
           then record.${idempotencyRecords.earlierClaims} + 1 else record.${idempotencyRecords.earlierClaims} end,
       ${idempotencyRecords.createdAtMs} = case when record.${idempotencyRecords.createdAtMs} <= ${nowMs} - $retentionMs
         then excluded.${idempotencyRecords.createdAtMs} else record.${idempotencyRecords.createdAtMs} end
     where record.${idempotencyRecords.createdAtMs} <= ${nowMs} - $retentionMs
       or (record.${idempotencyRecords.status} is null and (record.${idempotencyRecords.leaseUntilMs} <= ${nowMs}
         or record.${idempotencyRecords.leaseId} = excluded.${idempotencyRecords.leaseId})
         and record.${idempotencyRecords.requestHash} = excluded.${idempotencyRecords.requestHash})
     returning ${idempotencyRecords.requestHash}, ${idempotencyRecords.createdAtMs}, ${idempotencyRecords.sentBefore},
       ${idempotencyRecords.earlierClaims}
   )
   select true as fresh, ${idempotencyRecords.requestHash}, null::integer as status, null::text as sealed_body,
     ${idempotencyRecords.createdAtMs}, ${idempotencyRecords.sentBefore}, ${idempotencyRecords.earlierClaims} from claimed
   union all
   select false, ${idempotencyRecords.requestHash}, ${idempotencyRecords.status}, ${idempotencyRecords.sealedBody},
     ${idempotencyRecords.createdAtMs}, ${idempotencyRecords.sentBefore}, ${idempotencyRecords.earlierClaims} from ${idempotencyRecords}
   where ${idempotencyRecords.scopeId} = $scopeId and ${idempotencyRecords.idempotencyKey} = $key and not exists (select from claimed)`,
);

/**
 * Claims a key or returns the existing record. Undefined when another caller created or deleted the record at this moment: then call it
 * again.
 */
export function claimIdempotencyKey(db: Db, claim: Claim): Promise<IdempotencyRow | undefined> {
  return db.row(begin, claim);
}

const selectKnown = statement(
  "workspace.idempotency_key_known",
  { scopeId: idempotencyRecords.scopeId, key: types.text },
  { known: types.boolean },
  sql`select exists (select from ${idempotencyRecords} where ${idempotencyRecords.scopeId} = $scopeId
    and ${idempotencyRecords.idempotencyKey} = $key) as known`,
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
  sql`update ${idempotencyRecords} set ${idempotencyRecords.status} = $status, ${idempotencyRecords.sealedBody} = case
    when ${idempotencyRecords.keepsAnswer} then $sealedBody::text end
   where ${idempotencyRecords.scopeId} = $scopeId and ${idempotencyRecords.idempotencyKey} = $key
     and ${idempotencyRecords.leaseId} = $leaseId and ${idempotencyRecords.status} is null`,
);

/** Ends a claim. Without a body, only the fact that the request was done remains known. */
export async function finishIdempotencyKey(db: Db, lease: Lease, status: number, sealedBody: string | null): Promise<void> {
  await db.run(finish, { ...lease, status, sealedBody });
}

// The record is not deleted: a request without a response may have taken effect, and its repeat must be recognised.
const abandon = statement(
  "workspace.abandon_idempotent_request",
  { scopeId: idempotencyRecords.scopeId, key: types.text, leaseId: idempotencyRecords.leaseId },
  {},
  sql`update ${idempotencyRecords} set ${idempotencyRecords.leaseUntilMs} = 0
   where ${idempotencyRecords.scopeId} = $scopeId and ${idempotencyRecords.idempotencyKey} = $key
    and ${idempotencyRecords.leaseId} = $leaseId and ${idempotencyRecords.status} is null`,
);

export async function abandonIdempotencyKey(db: Db, lease: Lease): Promise<void> {
  await db.run(abandon, lease);
}

// Of a request that was sent before the record stays: it may have taken effect then.
const release = statement(
  "workspace.release_idempotency_key",
  { scopeId: idempotencyRecords.scopeId, key: types.text, leaseId: idempotencyRecords.leaseId },
  {},
  sql`delete from ${idempotencyRecords}
   where ${idempotencyRecords.scopeId} = $scopeId and ${idempotencyRecords.idempotencyKey} = $key
    and ${idempotencyRecords.leaseId} = $leaseId and ${idempotencyRecords.status} is null and not ${idempotencyRecords.sentBefore}`,
);

/** Frees a key for another request. Returns whether it did. */
export async function releaseIdempotencyKey(db: Db, lease: Lease): Promise<boolean> {
  return (await db.run(release, lease)) > 0;
}

// Read by the primary key. The record stays without its response: if it were deleted, a repeat would create the erased data again.
const forget = statement(
  "workspace.forget_answers",
  { apiKeyId: types.text, olderThanMs: types.bigint, limit: types.bigint },
  {},
  sql`update ${idempotencyRecords} set ${idempotencyRecords.keepsAnswer} = false, ${idempotencyRecords.sealedBody} = null
   where ${idempotencyRecords.scopeId} = $apiKeyId and ${idempotencyRecords.keepsAnswer}
     and ${idempotencyRecords.idempotencyKey} = any(array(
     select ${idempotencyRecords.idempotencyKey} from ${idempotencyRecords}
     where ${idempotencyRecords.scopeId} = $apiKeyId and ${idempotencyRecords.createdAtMs} <= $olderThanMs
       and ${idempotencyRecords.keepsAnswer}
     order by ${idempotencyRecords.idempotencyKey} limit $limit for update))`,
);

// The time of the request is by another database's clock. In case the clocks differ, some responses are deleted needlessly, so that none
// remains that names an erased user.
const clockDifferenceMs = 120_000;

/**
 * Deletes at most `limit` responses, stored or yet to be stored, to requests of an API key that were first sent before an erasure was
 * requested; returns how many.
 */
export function forgetAnswers(db: Db, apiKeyId: string, requestedAtMs: number, limit: number): Promise<number> {
  return db.run(forget, { apiKeyId, olderThanMs: requestedAtMs + clockDifferenceMs, limit });
}

// Scans idempotency_records_by_age; rows that another process is deleting are left to it.
const removeOld = statement(
  "workspace.delete_old_idempotency_records",
  { retentionMs: types.bigint, limit: types.bigint },
  {},
  sql`with old as (
     select ${idempotencyRecords.scopeId}, ${idempotencyRecords.idempotencyKey} from ${idempotencyRecords}
     where ${idempotencyRecords.createdAtMs} <= ${nowMs} - $retentionMs
     order by ${idempotencyRecords.createdAtMs} limit $limit
     for update skip locked
   )
   delete from ${idempotencyRecords} using old
   where ${idempotencyRecords}.${idempotencyRecords.scopeId} = old.${idempotencyRecords.scopeId}
     and ${idempotencyRecords}.${idempotencyRecords.idempotencyKey} = old.${idempotencyRecords.idempotencyKey}`,
);

/** Deletes at most `limit` records that are older than the retention; returns how many. */
export function deleteOldIdempotencyRecords(db: Db, retentionMs: number, limit: number): Promise<number> {
  return db.run(removeOld, { retentionMs, limit });
}

const countKept = statement(
  "workspace.answers_count",
  { apiKeyId: types.text, olderThanMs: types.bigint, limit: types.bigint },
  { rows: types.bigint },
  sql`select count(*) as rows from (select from ${idempotencyRecords}
     where ${idempotencyRecords.scopeId} = $apiKeyId and ${idempotencyRecords.keepsAnswer} and ${idempotencyRecords.createdAtMs} <= $olderThanMs
     limit $limit) as counted`,
);

/**
 * The number of responses, stored or yet to be stored, to requests of an API key that were first sent up to a time, counted up to the
 * limit.
 */
export async function countAnswers(db: Db, apiKeyId: string, olderThanMs: number, limit: number): Promise<number> {
  return (await db.row(countKept, { apiKeyId, olderThanMs, limit }))?.rows ?? 0;
}

/** The number of a caller's idempotency keys of the last day. */
export const countIdempotencyKeys = rowCount("workspace.idempotency_keys_count_part", idempotencyRecords.scopeId, [
  idempotencyRecords.idempotencyKey,
]);
