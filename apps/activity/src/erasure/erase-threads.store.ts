import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { deletedThreads, leaveAnnotations, leaveComments } from "../people/participants.store.ts";
import { annotations } from "../schema.ts";

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
  `select annotation_ref, created_at_ms, assignee_id, stored_at_ms <= $requestedAtMs as in_scope from annotations
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[])
   order by organization_id, document_id, annotation_id for no key update`,
);

/** Holds threads in the order in which everybody does. */
export function lockThreads(tx: Db, within: Within, annotationRefs: readonly number[]): Promise<LockedThread[]> {
  return tx.rows(lock, { ...within, annotationRefs });
}

const removeThreads = statement(
  "activity.erase_threads",
  { apiKeyId: annotations.apiKeyId, annotationRefs: listOf(types.bigint), organizationId: annotations.organizationId },
  { rows: types.bigint },
  `with ${deletedThreads}
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
  `update annotations set assignee_id = null, assignee = null
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[]) and assignee_id = any($userIds::text[])
     and assigned_at_ms <= $requestedAtMs`,
);

/** Takes the users off the threads that were assigned to them before the removal was asked for. */
export function eraseAssignees(tx: Db, within: Within, annotationRefs: readonly number[], userIds: readonly string[]): Promise<number> {
  return tx.run(removeAssignees, { ...within, annotationRefs, userIds });
}

const removeEmpty = statement(
  "activity.erase_threads_empty",
  { apiKeyId: annotations.apiKeyId, annotationRefs: listOf(types.bigint), requestedAtMs: types.bigint },
  {},
  `delete from annotations
   where api_key_id = $apiKeyId and annotation_ref = any($annotationRefs::bigint[]) and comment_count = 0 and stored_at_ms <= $requestedAtMs`,
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
  leaveComments(`(
    select p.* from unnest($userIds::text[], $createdAts::bigint[], $annotationRefs::bigint[], $commentIds::text[])
      as p (user_id, created_at_ms, annotation_ref, comment_id)
    where not exists (
      select from comments c where c.api_key_id = $apiKeyId and c.annotation_ref = p.annotation_ref and c.comment_id = p.comment_id
        and (c.author_id = p.user_id or p.user_id = any(c.tagged_ids) or exists (
          select from annotations a where a.api_key_id = $apiKeyId and a.annotation_ref = c.annotation_ref and a.assignee_id = p.user_id offset 0))
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
  leaveAnnotations(`(
    select p.* from unnest($userIds::text[], $createdAts::bigint[], $annotationRefs::bigint[]) as p (user_id, created_at_ms, annotation_ref)
    where not exists (
      select from comments c where c.api_key_id = $apiKeyId and c.annotation_ref = p.annotation_ref
        and (c.author_id = p.user_id or p.user_id = any(c.tagged_ids)) offset 0)
    and not exists (
      select from annotations a where a.api_key_id = $apiKeyId and a.annotation_ref = p.annotation_ref and a.assignee_id = p.user_id offset 0))`),
);

/** Removes those of the rows of `annotation_users` that say what is no longer so. */
export function eraseInvolved(tx: Db, scope: { apiKeyId: string; organizationId: string }, rows: PeopleColumns): Promise<number> {
  return tx.run(removeInvolved, { ...scope, ...rows });
}
