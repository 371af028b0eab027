import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { annotations, comments, nowMs, searchKeys } from "../schema.ts";

const indexState = {
  writtenPosition: searchKeys.writtenPosition,
  writtenRef: searchKeys.writtenRef,
  writtenCommentId: searchKeys.writtenCommentId,
  topRef: searchKeys.topRef,
  belowRef: searchKeys.belowRef,
  oldestRef: searchKeys.oldestRef,
  isLeaving: searchKeys.isLeaving,
};

/** The state of an API key's index. */
export type IndexState = ValuesOf<typeof indexState>;

const stateColumns = Object.values(indexState);

const selectState = statement(
  "activity.search_key",
  { apiKeyId: searchKeys.apiKeyId },
  indexState,
  sql`select ${stateColumns} from ${searchKeys} where ${searchKeys.apiKeyId} = $apiKeyId`,
);

/** Undefined while the API key has no index. */
export function selectIndexState(db: Db, apiKeyId: string): Promise<IndexState | undefined> {
  return db.row(selectState, { apiKeyId });
}

const selectPage = statement(
  "activity.search_keys_page",
  { afterApiKeyId: types.text, limit: types.bigint },
  { apiKeyId: searchKeys.apiKeyId },
  sql`select ${searchKeys.apiKeyId} from ${searchKeys} where ${searchKeys.apiKeyId} > $afterApiKeyId and not ${searchKeys.isLeaving}
   order by ${searchKeys.apiKeyId} limit $limit`,
  { crossTenant: "The same workers maintain the indexes of all keys." },
);

/** The API keys with an index that come after a given key. */
export async function selectIndexedKeys(db: Db, afterApiKeyId: string, limit: number): Promise<string[]> {
  return (await db.rows(selectPage, { afterApiKeyId, limit })).map(({ apiKeyId }) => apiKeyId);
}

// The newest and the oldest annotation are the ends of annotations_by_ref.
const insert = statement(
  "activity.search_keys_insert",
  { apiKeyIds: listOf(types.text), horizon: types.bigint },
  {},
  sql`insert into ${searchKeys} (${searchKeys.apiKeyId}, ${searchKeys.writtenPosition}, ${searchKeys.writtenRef}, ${searchKeys.writtenCommentId},
     ${searchKeys.topRef}, ${searchKeys.belowRef}, ${searchKeys.oldestRef})
   select k.id, $horizon, -1, '', coalesce(newest.ref + 1, 0), coalesce(newest.ref + 1, 0), coalesce(oldest.ref, 0)
   from unnest($apiKeyIds::text[]) as k (id)
   left join lateral (select ${annotations.annotationRef} as ref from ${annotations} where ${annotations.apiKeyId} = k.id
     order by ${annotations.annotationRef} desc limit 1) newest on true
   left join lateral (select ${annotations.annotationRef} as ref from ${annotations} where ${annotations.apiKeyId} = k.id
     order by ${annotations.annotationRef} limit 1) oldest on true
   where not exists (select from ${searchKeys} known where known.${searchKeys.apiKeyId} = k.id)
   on conflict do nothing`,
  { crossTenant: "The indexes of all keys with search are created together." },
);

/** Begins the indexes of API keys: what is written from the horizon on is followed, and what was there before is walked. */
export async function beginIndexes(db: Db, apiKeyIds: readonly string[], horizon: number): Promise<void> {
  await db.run(insert, { apiKeyIds, horizon });
}

const markLeaving = statement(
  "activity.search_keys_leave",
  { apiKeyIds: listOf(types.text) },
  {},
  sql`update ${searchKeys} set ${searchKeys.isLeaving} = true where ${searchKeys.apiKeyId} = any($apiKeyIds)`,
);

/** Starts the removal of the indexes of API keys. */
export async function endIndexes(db: Db, apiKeyIds: readonly string[]): Promise<void> {
  await db.run(markLeaving, { apiKeyIds });
}

const heldIndex = { apiKeyId: searchKeys.apiKeyId, ...indexState, fence: searchKeys.fence };

/** The index of an API key while a worker holds it. */
export type HeldIndex = ValuesOf<typeof heldIndex>;

// One step in comments_by_writing for each key that has an index.
const claim = statement(
  "activity.search_keys_claim",
  { leaseMs: types.bigint, horizon: types.bigint },
  heldIndex,
  sql`update ${searchKeys} k set ${searchKeys.fence} = k.${searchKeys.fence} + 1, ${searchKeys.leasedUntilMs} = ${nowMs} + $leaseMs,
     ${searchKeys.workedAtMs} = ${nowMs}
   from (
     select s.${searchKeys.apiKeyId} as id from ${searchKeys} s
     where s.${searchKeys.leasedUntilMs} < ${nowMs} and (
       s.${searchKeys.isLeaving} or s.${searchKeys.belowRef} > s.${searchKeys.oldestRef} or (
         select c.${comments.annotationRef} from ${comments} c
         where c.${comments.apiKeyId} = s.${searchKeys.apiKeyId}
           and (c.${comments.writtenPosition}, c.${comments.annotationRef}, c.${comments.commentId})
             > (s.${searchKeys.writtenPosition}, s.${searchKeys.writtenRef}, s.${searchKeys.writtenCommentId})
           and c.${comments.writtenPosition} < $horizon
         order by c.${comments.writtenPosition}, c.${comments.annotationRef}, c.${comments.commentId} limit 1) is not null)
     order by s.${searchKeys.workedAtMs} limit 1 for update of s skip locked) due
   where k.${searchKeys.apiKeyId} = due.id
   returning k.${searchKeys.apiKeyId}, ${stateColumns.map((column) => sql`k.${column}`)}, k.${searchKeys.fence}`,
  { crossTenant: "The key whose index has waited longest is next." },
);

/** Claims the index that has waited longest of those with work before the horizon; undefined when there is none. */
export function claimIndex(db: Db, leaseMs: number, horizon: number): Promise<HeldIndex | undefined> {
  return db.row(claim, { leaseMs, horizon });
}

const lock = statement(
  "activity.search_keys_lock",
  { apiKeyId: searchKeys.apiKeyId },
  { fence: searchKeys.fence },
  sql`select ${searchKeys.fence} from ${searchKeys} where ${searchKeys.apiKeyId} = $apiKeyId for update`,
);

/** Locks an index until the transaction ends, whoever holds it; returns its fence, undefined when there is no index. */
export async function lockIndex(tx: Db, apiKeyId: string): Promise<number | undefined> {
  return (await tx.row(lock, { apiKeyId }))?.fence;
}

const release = statement(
  "activity.search_keys_release",
  {
    apiKeyId: searchKeys.apiKeyId,
    fence: searchKeys.fence,
    writtenPosition: searchKeys.writtenPosition,
    writtenRef: searchKeys.writtenRef,
    writtenCommentId: searchKeys.writtenCommentId,
    belowRef: searchKeys.belowRef,
  },
  {},
  sql`update ${searchKeys} set ${searchKeys.writtenPosition} = $writtenPosition, ${searchKeys.writtenRef} = $writtenRef,
     ${searchKeys.writtenCommentId} = $writtenCommentId, ${searchKeys.belowRef} = $belowRef, ${searchKeys.leasedUntilMs} = 0
   where ${searchKeys.apiKeyId} = $apiKeyId and ${searchKeys.fence} = $fence`,
);

/** Says how far the index is now and lets it go. Returns whether it was still held. */
export async function releaseIndex(tx: Db, index: HeldIndex): Promise<boolean> {
  const { apiKeyId, fence, writtenPosition, writtenRef, writtenCommentId, belowRef } = index;
  return (await tx.run(release, { apiKeyId, fence, writtenPosition, writtenRef, writtenCommentId, belowRef })) === 1;
}

const remove = statement(
  "activity.search_keys_remove",
  { apiKeyId: searchKeys.apiKeyId, fence: searchKeys.fence },
  {},
  sql`delete from ${searchKeys} where ${searchKeys.apiKeyId} = $apiKeyId and ${searchKeys.fence} = $fence`,
);

/** Deletes the state of an API key's index, which is empty. */
export async function forgetIndex(tx: Db, { apiKeyId, fence }: HeldIndex): Promise<boolean> {
  return (await tx.run(remove, { apiKeyId, fence })) === 1;
}
