import type { Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import { logParameters } from "../activity-log/log-record.ts";
import { inChunks, notOwn } from "../batches/results.ts";
import { countActs, logRecordsOf, type ThreadChange } from "../changes/thread-change.ts";
import { type WritePolicy, writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, authorFor, type UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { authorsOf } from "./annotation-authors.store.ts";
import { deleteAnnotations as deleteRows, lockAnnotations } from "./annotations.store.ts";
import { type Matching, matchingAnnotations } from "./matching-annotations.ts";

// The number of annotations per transaction: it limits the rows even with full threads.
const chunk = 20;

export const deleteCommentAnnotations = (context: Context): Handler<"deleteCommentAnnotations"> => {
  return async (request) => ({ results: await deleteAnnotations(context, documentOf(request), request, request.actionUser) });
};

export const deleteCommentAnnotationsByUser = (context: Context): UserHandler<"deleteCommentAnnotations"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    const wanted = { annotationIds: request.annotationIds, locationIds: [], userIds: [] };
    return { results: await deleteAnnotations(context, documentOf(request), wanted, actor, authorFor(request, actor)) };
  };
};

/**
 * Deletes all matching annotations of a document with their contents, in chunks. When the deadline passes, the chunks processed so far are deleted; a repeated call
 * deletes the rest.
 */
async function deleteAnnotations(
  context: Context,
  scope: DocumentScope,
  wanted: Matching,
  actor: UserInit | undefined,
  onlyBy?: string,
): Promise<Result[]> {
  const { matching: ids, others: unmatched } = await matchingAnnotations(context, scope, wanted);
  const policy = await writePolicyOf(context, scope.apiKeyId, 0);
  const others = new Set<string>();
  const deleted = new Set(await inChunks(ids, chunk, (some) => deleteChunk(context, scope, some, { actor, policy, onlyBy, others })));
  const within = ` in the document ${shortened(scope.documentId)}`;
  const results = deletionResults(
    [...ids, ...unmatched],
    deleted,
    "The annotation was deleted.",
    (id) => `The annotation ${shortened(id)} does not exist${within}.`,
  );
  return results.map((result) => (others.has(result.id) ? notOwn(result.id, "annotation", within) : result));
}

interface Deletion {
  readonly actor: UserInit | undefined;
  readonly policy: WritePolicy;
  /** The only author whose annotations are deleted; undefined means any. */
  readonly onlyBy: string | undefined;
  /** Collects the ids of annotations that belong to other authors. */
  readonly others: Set<string>;
}

function deleteChunk(context: Context, scope: DocumentScope, ids: readonly string[], { actor, policy, onlyBy, others }: Deletion) {
  return context.database.transaction(async (tx) => {
    const found = await lockAnnotations(tx, scope, ids);
    const authors = onlyBy === undefined ? undefined : await authorsOf(tx, scope.apiKeyId, found);
    const locked = found.filter(({ annotationRef }) => authors === undefined || authors.get(annotationRef) === onlyBy);
    for (const { annotationId } of found) if (!locked.some((each) => each.annotationId === annotationId)) others.add(annotationId);
    const changes = locked.map(({ annotationId }): ThreadChange => ({ trigger: "comment_annotation.delete", annotationId, actor }));
    const refs = locked.map(({ annotationRef }) => annotationRef);
    if (refs.length > 0) await deleteRows(tx, scope, refs, logParameters(logRecordsOf(changes), policy.immutable));
    await emitTriggers(tx, scope, policy, changes);
    countActs(context, tx, scope.apiKeyId, changes);
    return locked.map(({ annotationId }) => annotationId);
  });
}
