import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { feedPosition } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { annotationUsers, comments, commentUsers } from "../schema.ts";

interface Move {
  readonly annotationRef: number;
  readonly fromMs: number;
  readonly toMs: number;
  readonly userIds: readonly string[];
}

const ofMove = {
  apiKeyId: types.text,
  organizationId: types.text,
  annotationRef: types.bigint,
  fromMs: types.bigint,
  toMs: types.bigint,
  userIds: listOf(types.text),
};

// The index for search follows the positions of comments.
const moveOfThread = statement(
  "activity.participants_move",
  ofMove,
  { moved: types.integer },
  sql`with moved as (
     update ${annotationUsers} u set ${annotationUsers.createdAtMs} = $toMs from unnest($userIds::text[]) as i (user_id)
     where u.${annotationUsers.apiKeyId} = $apiKeyId and u.${annotationUsers.organizationId} = $organizationId
       and u.${annotationUsers.userId} = i.user_id and u.${annotationUsers.createdAtMs} = $fromMs
       and u.${annotationUsers.annotationRef} = $annotationRef
     returning 1
   ), indexed as (
     update ${comments} set ${comments.writtenPosition} = p.position from (select ${feedPosition} as position) p
     where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = $annotationRef
   )
   select count(*)::int as moved from moved`,
);

/** Gives the participants of a thread its new time of creation, and lets its comments be indexed again. The thread must be locked. */
export async function moveParticipants(tx: Db, { apiKeyId, organizationId }: OrganizationScope, move: Move): Promise<void> {
  await tx.rows(moveOfThread, { apiKeyId, organizationId, ...move });
}

const moveOfComment = statement(
  "activity.comment_users_move",
  { ...ofMove, commentId: types.text },
  { moved: types.integer },
  sql`with moved as (
     update ${commentUsers} u set ${commentUsers.createdAtMs} = $toMs from unnest($userIds::text[]) as i (user_id)
     where u.${commentUsers.apiKeyId} = $apiKeyId and u.${commentUsers.organizationId} = $organizationId
       and u.${commentUsers.userId} = i.user_id and u.${commentUsers.createdAtMs} = $fromMs
       and u.${commentUsers.annotationRef} = $annotationRef and u.${commentUsers.commentId} = $commentId
     returning 1
   )
   select count(*)::int as moved from moved`,
);

/** The same for the users whom a comment concerns. */
export async function moveCommentUsers(
  tx: Db,
  { apiKeyId, organizationId }: OrganizationScope,
  move: Move & { readonly commentId: string },
): Promise<void> {
  await tx.rows(moveOfComment, { apiKeyId, organizationId, ...move });
}
