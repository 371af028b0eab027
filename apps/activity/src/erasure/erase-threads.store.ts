import { type Db, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { deletedThreads, leaveAnnotations, leaveComments } from "../people/participants.store.ts";
import { annotations, annotationUsers, comments, commentUsers } from "../schema.ts";

// What a removal does to threads that it has found. Every function needs the threads locked (`lockThreads`).

/** What an erasure may reach: rows of the API key that were stored before it was asked for. */
export interface Within {
  readonly apiKeyId: string;
  readonly requestedAtMs: number;
}

const lockedThread = {
  annotationRef: annotations.annotationRef,
  createdAtMs: annotations.createdAtMs,
  assigneeId: annotations.assigneeId,
  /** Whether it was written before the removal was asked for. */
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

/** Holds threads in the order in which everybody does. */
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

/** Removes threads with everything in them; returns how many rows that were. */
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

/** Takes the users off the threads that were assigned to them before the removal was asked for. */
export function eraseAssignees(tx: Db, within: Within, annotationRefs: readonly number[], userIds: readonly string[]): Promise<number> {
  return tx.run(removeAssignees, { ...within, annotationRefs, userIds });
}

const removeEmpty = statement(
  "activity.erase_threads_empty",
  { apiKeyId: annotations.apiKeyId, annotationRefs: listOf(types.bigint), requestedAtMs: types.bigint },
  {},
  sql`delete from ${annotations}
   where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = any($annotationRefs::bigint[])
     and ${annotations.commentCount} = 0 and ${annotations.storedAtMs} <= $requestedAtMs`,
);

/** Removes those of the threads that hold no comment any more. */
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

/** Removes those of the rows of `comment_users` that say what is no longer so. */
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

/** Removes those of the rows of `annotation_users` that say what is no longer so. */
export function eraseInvolved(tx: Db, scope: { apiKeyId: string; organizationId: string }, rows: PeopleColumns): Promise<number> {
  return tx.run(removeInvolved, { ...scope, ...rows });
}
