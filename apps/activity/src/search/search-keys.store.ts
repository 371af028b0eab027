import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { annotations, comments, nowMs, searchKeys } from "../schema.ts";

const indexState = {
  writtenPosition: searchKeys.writtenPosition,
  writtenRef: searchKeys.writtenRef,
  writtenCommentId: searchKeys.writtenCommentId,
  topRef: searchKeys.topRef,
  belowRef: searchKeys.belowRef,
  oldestRef: searchKeys.oldestRef,
  walkedCommentId: searchKeys.walkedCommentId,
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

/** The state of an API key's index; undefined while it has none. */
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

const together = { crossTenant: "The indexes of all keys with search are created together." };

const insert = statement(
  "activity.search_keys_insert",
  { apiKeyIds: listOf(types.text), horizon: types.bigint },
  { apiKeyId: searchKeys.apiKeyId },
  sql`insert into ${searchKeys} (${searchKeys.apiKeyId}, ${searchKeys.writtenPosition}, ${searchKeys.writtenRef}, ${searchKeys.writtenCommentId},
     ${searchKeys.topRef}, ${searchKeys.belowRef}, ${searchKeys.oldestRef})
   select k.id, $horizon, -1, '', 0, 0, 0 from unnest($apiKeyIds::text[]) as k (id)
   on conflict do nothing
   returning ${searchKeys.apiKeyId}`,
  together,
);

const refAt = (
  end: Sql,
) => sql`(select a.${annotations.annotationRef} from ${annotations} a where a.${annotations.apiKeyId} = s.${searchKeys.apiKeyId}
       order by a.${annotations.annotationRef} ${end} limit 1)`;

// Reads the newest and the oldest annotation at the two ends of annotations_by_ref.
const setBacklogs = statement(
  "activity.search_keys_backlogs",
  { apiKeyIds: listOf(types.text) },
  {},
  sql`update ${searchKeys} k set ${searchKeys.topRef} = e.top, ${searchKeys.belowRef} = e.top, ${searchKeys.oldestRef} = e.oldest
   from (
     select s.${searchKeys.apiKeyId} as id, coalesce(${refAt(sql`desc`)} + 1, 0) as top, coalesce(${refAt(sql``)}, 0) as oldest
     from ${searchKeys} s where s.${searchKeys.apiKeyId} = any($apiKeyIds::text[])) e
   where k.${searchKeys.apiKeyId} = e.id`,
  together,
);

/** Creates the indexes of API keys. Comments written from the horizon on are followed; the existing annotations become the backlog. */
export async function beginIndexes(tx: Db, apiKeyIds: readonly string[], horizon: number): Promise<void> {
  const begun = await tx.rows(insert, { apiKeyIds, horizon });
  if (begun.length > 0) await tx.run(setBacklogs, { apiKeyIds: begun.map(({ apiKeyId }) => apiKeyId) });
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

const ofAllKeys = { crossTenant: "The same workers maintain the indexes of all keys." };

const selectStretch = statement(
  "activity.search_keys_stretch",
  { afterApiKeyId: types.text, keys: types.bigint },
  { last: nullable(types.text), keys: types.bigint },
  sql`select max(k.${searchKeys.apiKeyId}) as last, count(*) as keys from (
     select ${searchKeys.apiKeyId} from ${searchKeys} where ${searchKeys.apiKeyId} > $afterApiKeyId order by ${searchKeys.apiKeyId} limit $keys) k`,
  ofAllKeys,
);

/** The last of the next `keys` API keys with an index after a given one, undefined if there is none; and whether the list ends with it. */
export async function selectStretchOfKeys(
  db: Db,
  afterApiKeyId: string,
  keys: number,
): Promise<{ last: string | undefined; isEnd: boolean }> {
  const row = await db.row(selectStretch, { afterApiKeyId, keys });
  return { last: row?.last ?? undefined, isEnd: (row?.keys ?? 0) < keys };
}

// Makes one lookup in comments_by_writing per key, until one has work.
const dueAmong = (keys: Sql, apiKeyId: Sql) => sql`select s.${searchKeys.apiKeyId}, s.${searchKeys.fence} from ${searchKeys} s
     where ${keys} and s.${searchKeys.leasedUntilMs} < ${nowMs} and (
       s.${searchKeys.isLeaving} or s.${searchKeys.belowRef} > s.${searchKeys.oldestRef} or (
         select c.${comments.annotationRef} from ${comments} c
         where c.${comments.apiKeyId} = ${apiKeyId}
           and (c.${comments.writtenPosition}, c.${comments.annotationRef}, c.${comments.commentId})
             > (s.${searchKeys.writtenPosition}, s.${searchKeys.writtenRef}, s.${searchKeys.writtenCommentId})
           and c.${comments.writtenPosition} < $horizon
         order by c.${comments.writtenPosition}, c.${comments.annotationRef}, c.${comments.commentId} limit 1) is not null)
     order by s.${searchKeys.apiKeyId} limit 1`;

const dueIndex = { apiKeyId: searchKeys.apiKeyId, fence: searchKeys.fence };

const selectDueInStretch = statement(
  "activity.search_keys_due",
  { afterApiKeyId: types.text, lastApiKeyId: types.text, horizon: types.bigint },
  dueIndex,
  dueAmong(sql`s.${searchKeys.apiKeyId} > $afterApiKeyId and s.${searchKeys.apiKeyId} <= $lastApiKeyId`, sql`s.${searchKeys.apiKeyId}`),
  ofAllKeys,
);

const selectDueOne = statement(
  "activity.search_keys_due_one",
  { apiKeyId: searchKeys.apiKeyId, horizon: types.bigint },
  dueIndex,
  dueAmong(sql`s.${searchKeys.apiKeyId} = $apiKeyId`, sql`$apiKeyId`),
);

const claim = statement(
  "activity.search_keys_claim",
  { apiKeyId: searchKeys.apiKeyId, fence: searchKeys.fence, leaseMs: types.bigint },
  heldIndex,
  sql`update ${searchKeys} set ${searchKeys.fence} = ${searchKeys.fence} + 1, ${searchKeys.leasedUntilMs} = ${nowMs} + $leaseMs
   where ${searchKeys.apiKeyId} = $apiKeyId and ${searchKeys.fence} = $fence and ${searchKeys.leasedUntilMs} < ${nowMs}
   returning ${searchKeys.apiKeyId}, ${stateColumns}, ${searchKeys.fence}`,
);

/** How long a claim lasts, and the horizon below which written comments may be read. */
export interface Claim {
  readonly leaseMs: number;
  readonly horizon: number;
}

/** Claims the first index with work among the API keys of a stretch; undefined when there is none. */
export function claimIndexIn(db: Db, stretch: { readonly afterApiKeyId: string; readonly lastApiKeyId: string }, claim: Claim) {
  return claimFirst(db, claim, () => db.row(selectDueInStretch, { ...stretch, horizon: claim.horizon }));
}

/** Claims the index of an API key; undefined when it has no work. */
export function claimIndexOf(db: Db, apiKeyId: string, claim: Claim) {
  return claimFirst(db, claim, () => db.row(selectDueOne, { apiKeyId, horizon: claim.horizon }));
}

// Finding an index asks all servers that have rows, and claiming it one of them. An index that another worker claims in between is leased,
// so that the next one is found.
async function claimFirst(db: Db, { leaseMs }: Claim, due: () => Promise<ValuesOf<typeof dueIndex> | undefined>) {
  for (let found = await due(); found !== undefined; found = await due()) {
    const held = await db.row(claim, { ...found, leaseMs });
    if (held !== undefined) return held;
  }
  return undefined;
}

const lock = statement(
  "activity.search_keys_lock",
  { apiKeyId: searchKeys.apiKeyId },
  { fence: searchKeys.fence },
  sql`select ${searchKeys.fence} from ${searchKeys} where ${searchKeys.apiKeyId} = $apiKeyId for update`,
);

/** Locks an index until the transaction ends, whichever worker has claimed it. Returns its fence; undefined when there is no index. */
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
    walkedCommentId: searchKeys.walkedCommentId,
  },
  {},
  sql`update ${searchKeys} set ${searchKeys.writtenPosition} = $writtenPosition, ${searchKeys.writtenRef} = $writtenRef,
     ${searchKeys.writtenCommentId} = $writtenCommentId, ${searchKeys.belowRef} = $belowRef, ${searchKeys.walkedCommentId} = $walkedCommentId,
     ${searchKeys.leasedUntilMs} = 0
   where ${searchKeys.apiKeyId} = $apiKeyId and ${searchKeys.fence} = $fence`,
);

/** Stores the progress of an index and ends the claim. Returns whether the claim was still valid. */
export async function releaseIndex(tx: Db, index: HeldIndex): Promise<boolean> {
  const { oldestRef: _oldestRef, topRef: _topRef, isLeaving: _isLeaving, ...place } = index;
  return (await tx.run(release, place)) === 1;
}

const remove = statement(
  "activity.search_keys_remove",
  { apiKeyId: searchKeys.apiKeyId, fence: searchKeys.fence },
  {},
  sql`delete from ${searchKeys} where ${searchKeys.apiKeyId} = $apiKeyId and ${searchKeys.fence} = $fence`,
);

/** Deletes the state of an API key's empty index. Returns whether the claim was still valid. */
export async function forgetIndex(tx: Db, { apiKeyId, fence }: HeldIndex): Promise<boolean> {
  return (await tx.run(remove, { apiKeyId, fence })) === 1;
}
