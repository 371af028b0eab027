import type { Result } from "@parley/contracts/common";
import type { Db } from "@parley/database";
import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import { logParameters } from "../activity-log/log-record.ts";
import { notOwn } from "../batches/results.ts";
import { countActs, logRecordsOf, type ThreadChange } from "../changes/thread-change.ts";
import { writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, authorFor, type UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { commentJson } from "../triggers/thread-json.ts";
import type { EventComment } from "../triggers/truncate-thread.ts";
import { lockAnnotations } from "./annotations.store.ts";
import { deleteComments as deleteRows } from "./comments.store.ts";
import { matchingComments, type OfThread } from "./matching-comments.ts";
import { type CommentRow, selectCommentsById, selectReactions } from "./reading/comment-rows.store.ts";
import { reindexParticipants } from "./reindex-participants.ts";

export const deleteComments = (context: Context): Handler<"deleteComments"> => {
  return async (request) => ({ results: await deleteNamed(context, documentOf(request), request, request.actionUser) });
};

export const deleteCommentsByUser = (context: Context): UserHandler<"deleteComments"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    return { results: await deleteNamed(context, documentOf(request), request, actor, authorFor(request, actor)) };
  };
};

/** Deletes all matching comments of one annotation. */
async function deleteNamed(
  context: Context,
  scope: DocumentScope,
  wanted: OfThread,
  actor: UserInit | undefined,
  onlyBy?: string,
): Promise<Result[]> {
  const { annotationId } = wanted;
  const { matching: ids, others: unmatched } = await matchingComments(context, scope, wanted);
  const policy = await writePolicyOf(context, scope.apiKeyId, 0);
  const others = new Set<string>();
  const deleted = await context.database.transaction(async (tx) => {
    const [annotation] = await lockAnnotations(tx, scope, [annotationId]);
    if (annotation === undefined) return new Set<string>();
    const { annotationRef } = annotation;
    const named = await selectCommentsById(
      tx,
      scope.apiKeyId,
      ids.map(() => annotationRef),
      ids,
    );
    const rows = onlyBy === undefined ? named : named.filter(({ authorId }) => authorId === onlyBy);
    for (const { commentId, authorId } of named) if (onlyBy !== undefined && authorId !== onlyBy) others.add(commentId);
    const found = new Set(rows.map(({ commentId }) => commentId));
    const existing = ids.filter((id) => found.has(id));
    if (existing.length === 0) return new Set<string>();
    const changes = existing.map((commentId): ThreadChange => ({ trigger: "comment.delete", annotationId, commentId, actor }));
    const log = logParameters(logRecordsOf(changes), policy.immutable);
    const lastSeen = policy.triggers.has("comment.delete")
      ? await asTheyAre(tx, scope, annotationRef, rows)
      : new Map<string, EventComment>();
    const left = await reindexParticipants(tx, scope, [annotation], () => deleteRows(tx, scope, annotationRef, existing, log));
    await emitTriggers(tx, scope, policy, changes, { left, deleted: lastSeen });
    countActs(context, tx, scope.apiKeyId, changes);
    return new Set(existing);
  });
  const within = ` in the annotation ${shortened(annotationId)}`;
  const results = deletionResults(
    [...ids, ...unmatched],
    deleted,
    "The comment was deleted.",
    (id) => `The comment ${shortened(id)} does not exist${within}.`,
  );
  return results.map((result) => (others.has(result.id) ? notOwn(result.id, "comment", within) : result));
}

// Webhooks receive the deleted comment.
async function asTheyAre(
  tx: Db,
  { apiKeyId }: DocumentScope,
  annotationRef: number,
  rows: readonly CommentRow[],
): Promise<Map<string, EventComment>> {
  const reactionsOf = Map.groupBy(await selectReactions(tx, apiKeyId, [annotationRef]), ({ commentId }) => commentId);
  return new Map(rows.map((row) => [row.commentId, { ...commentJson(row, reactionsOf.get(row.commentId) ?? []), row }]));
}
