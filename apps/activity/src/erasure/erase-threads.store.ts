import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { deletedThreads, leaveAnnotations, leaveComments } from "../people/participants.store.ts";
import { annotations, annotationUsers, comments, commentUsers } from "../schema.ts";

// Changes that an erasure makes to the threads it has found. Every function requires the threads to be locked (`lockThreads`).

/** The scope of an erasure: rows of the API key that were stored before the erasure was requested. */
export interface Within {
  readonly apiKeyId: string;
  readonly requestedAtMs: number;
}

const lockedThread = {
  annotationRef: annotations.annotationRef,
  createdAtMs: annotations.createdAtMs,
  assigneeId: annotations.assigneeId,
  /** Whether the thread was written before the erasure was requested. */
  inScope: types.boolean,
};

export type LockedThread = ValuesOf<typeof lockedThread>;

const lock = statement(
  "activity.erase_threads_lock",
  { requestedAtMs: types.bigint, apiKeyId: annotations.apiKeyId, annotationRefs: listOf(types.bigint) },
  lockedThread,
  sql`select ${annotations.annotationRef}, ${annotations.createdAtMs}, ${annotations.assigneeId},
    ${annotations.storedAtMs} <= $requestedAtMs as in_scope from ${annotations}
   where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = any($annotationRefs::bigint[])
   order by ${annotations.organizationId}, ${annotations.documentId}, ${annotations.annotationId} for no key update`,
);

/** Locks threads in the order that all transactions use. */
export function lockThreads(tx: Db, within: Within, annotationRefs: readonly number[]): Promise<LockedThread[]> {
  return tx.rows(lock, { ...within, annotationRefs });
}

const removeThreads = statement(
  "activity.erase_threads",
  { apiKeyId: annotations.apiKeyId, annotationRefs: listOf(types.bigint), organizationId: annotations.organizationId },
  { rows: types.bigint },
  sql`with ${deletedThreads}
   select (select count(*) from gone) + (select count(*) from comments_gone) + (select count(*) from reactions_gone)
     + (select count(*) from concerned_gone) + (select count(*) from involved_gone) as rows`,
);

/** Deletes threads with their contents. Returns the number of deleted rows. */
export async function eraseThreads(tx: Db, apiKeyId: string, organizationId: string, annotationRefs: readonly number[]): Promise<number> {
  if (annotationRefs.length === 0) return 0;
  return (await tx.row(removeThreads, { apiKeyId, organizationId, annotationRefs }))?.rows ?? 0;
}

const removeAssignees = statement(
  "activity.erase_assignees",
  { apiKeyId: annotations.apiKeyId, annotationRefs: listOf(types.bigint), userIds: listOf(types.text), requestedAtMs: types.bigint },
  {},
  sql`update ${annotations} set ${annotations.assigneeId} = null, ${annotations.assignee} = null
   where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = any($annotationRefs::bigint[])
     and ${annotations.assigneeId} = any($userIds::text[])
     and ${annotations.assignedAtMs} <= $requestedAtMs`,
);

/** Unassigns the users from threads that were assigned to them before the erasure was requested. */
export function eraseAssignees(tx: Db, within: Within, annotationRefs: readonly number[], userIds: readonly string[]): Promise<number> {
  return tx.run(removeAssignees, { ...within, annotationRefs, userIds });
}

const removeStatusUsers = statement(
  "activity.erase_status_users",
  { apiKeyId: annotations.apiKeyId, annotationRefs: listOf(types.bigint), userIds: listOf(types.text), requestedAtMs: types.bigint },
  {},
  sql`update ${annotations} set ${annotations.statusUserId} = null
   where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = any($annotationRefs::bigint[])
     and ${annotations.statusUserId} = any($userIds::text[])
     and ${annotations.statusSetAtMs} <= $requestedAtMs`,
);

/** Forgets that the users set the status of threads before the erasure was requested. */
export function eraseStatusUsers(tx: Db, within: Within, annotationRefs: readonly number[], userIds: readonly string[]): Promise<number> {
  return tx.run(removeStatusUsers, { ...within, annotationRefs, userIds });
}

const unmention = statement(
  "activity.erase_mentioned",
  {
    apiKeyId: annotations.apiKeyId,
    userIds: listOf(types.text),
    createdAts: listOf(types.bigint),
    annotationRefs: listOf(types.bigint),
    organizationId: annotations.organizationId,
  },
  {},
  // Row by row and by ctid, as `leaveAnnotations`: the annotations are locked.
  sql`update ${annotationUsers} set ${annotationUsers.isMentioned} = false
   where ${annotationUsers.apiKeyId} = $apiKeyId and ctid = any(array(
     select x.place from unnest($userIds::text[], $createdAts::bigint[], $annotationRefs::bigint[]) as p (user_id, created_at_ms, annotation_ref)
     cross join lateral (
       select u.ctid as place from ${annotationUsers} u
       where u.${annotationUsers.apiKeyId} = $apiKeyId and u.${annotationUsers.organizationId} = $organizationId
         and u.${annotationUsers.userId} = p.user_id and u.${annotationUsers.createdAtMs} = p.created_at_ms
         and u.${annotationUsers.annotationRef} between p.annotation_ref and p.annotation_ref and u.${annotationUsers.isMentioned}
       order by u.${annotationUsers.annotationRef} limit 1) x
     where not exists (
       select from ${comments} c where c.${comments.apiKeyId} = $apiKeyId and c.${comments.annotationRef} = p.annotation_ref
         and p.user_id = any(c.${comments.taggedIds}) offset 0)))`,
);

const removeEmpty = statement(
  "activity.erase_threads_empty",
  { apiKeyId: annotations.apiKeyId, annotationRefs: listOf(types.bigint), requestedAtMs: types.bigint },
  {},
  sql`delete from ${annotations}
   where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = any($annotationRefs::bigint[])
     and ${annotations.commentCount} = 0 and ${annotations.storedAtMs} <= $requestedAtMs`,
);

/** Deletes the threads that have no comment left. */
export function eraseEmptyThreads(tx: Db, within: Within, annotationRefs: readonly number[]): Promise<number> {
  return tx.run(removeEmpty, { ...within, annotationRefs });
}

/** Rows of `comment_users` or `annotation_users` by their keys, as columns. */
interface PeopleColumns {
  readonly userIds: readonly string[];
  readonly createdAts: readonly number[];
  readonly annotationRefs: readonly number[];
}

const removeConcerned = statement(
  "activity.erase_concerned",
  {
    apiKeyId: annotations.apiKeyId,
    userIds: listOf(types.text),
    createdAts: listOf(types.bigint),
    annotationRefs: listOf(types.bigint),
    commentIds: listOf(types.text),
    organizationId: annotations.organizationId,
  },
  {},
  leaveComments(sql`(
    select p.* from unnest($userIds::text[], $createdAts::bigint[], $annotationRefs::bigint[], $commentIds::text[])
      as p (${commentUsers.userId}, ${commentUsers.createdAtMs}, ${commentUsers.annotationRef}, ${commentUsers.commentId})
    where not exists (
      select from ${comments} c where c.${comments.apiKeyId} = $apiKeyId and c.${comments.annotationRef} = p.${commentUsers.annotationRef}
        and c.${comments.commentId} = p.${commentUsers.commentId}
        and (c.${comments.authorId} = p.${commentUsers.userId} or p.${commentUsers.userId} = any(c.${comments.taggedIds}) or exists (
          select from ${annotations} a where a.${annotations.apiKeyId} = $apiKeyId
            and a.${annotations.annotationRef} = c.${comments.annotationRef}
            and a.${annotations.assigneeId} = p.${commentUsers.userId} offset 0))
      offset 0))`),
);

/** Deletes the given rows of `comment_users` that are outdated. */
export function eraseConcerned(
  tx: Db,
  scope: { apiKeyId: string; organizationId: string },
  rows: PeopleColumns & { commentIds: readonly string[] },
): Promise<number> {
  return tx.run(removeConcerned, { ...scope, ...rows });
}

const removeInvolved = statement(
  "activity.erase_involved",
  {
    apiKeyId: annotations.apiKeyId,
    userIds: listOf(types.text),
    createdAts: listOf(types.bigint),
    annotationRefs: listOf(types.bigint),
    organizationId: annotations.organizationId,
  },
  {},
  leaveAnnotations(sql`(
    select p.* from unnest($userIds::text[], $createdAts::bigint[], $annotationRefs::bigint[]) as p
      (${annotationUsers.userId}, ${annotationUsers.createdAtMs}, ${annotationUsers.annotationRef})
    where not exists (
      select from ${comments} c where c.${comments.apiKeyId} = $apiKeyId
        and c.${comments.annotationRef} = p.${annotationUsers.annotationRef}
        and (c.${comments.authorId} = p.${annotationUsers.userId} or p.${annotationUsers.userId} = any(c.${comments.taggedIds})) offset 0)
    and not exists (
      select from ${annotations} a where a.${annotations.apiKeyId} = $apiKeyId
        and a.${annotations.annotationRef} = p.${annotationUsers.annotationRef}
        and a.${annotations.assigneeId} = p.${annotationUsers.userId} offset 0))`),
);

/** Deletes the given rows of `annotation_users` that are outdated. */
export async function eraseInvolved(tx: Db, scope: { apiKeyId: string; organizationId: string }, rows: PeopleColumns): Promise<number> {
  const removed = await tx.run(removeInvolved, { ...scope, ...rows });
  // Those who stay may have been tagged only in what is gone.
  await tx.run(unmention, { ...scope, ...rows });
  return removed;
}
