import type { CommentAnnotationChange } from "@parley/contracts/activity";
import type { Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { lastOfEach, storedResult } from "../batches/results.ts";
import { writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, authorFor } from "../people/acting-user.ts";
import type { UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { patchOf } from "./annotation-patch.ts";
import { changeAnnotations } from "./change-annotations.ts";

export const updateCommentAnnotations = (context: Context): Handler<"updateCommentAnnotations"> => {
  return async (request) => ({ results: await updateAnnotations(context, documentOf(request), request.annotations, request.actionUser) });
};

export const updateCommentAnnotationsByUser = (context: Context): UserHandler<"updateCommentAnnotations"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    return { results: await updateAnnotations(context, documentOf(request), request.annotations, actor, authorFor(request, actor)) };
  };
};

/** Changes annotations of a document. */
async function updateAnnotations(
  context: Context,
  scope: DocumentScope,
  changes: readonly CommentAnnotationChange[],
  actor: UserInit | undefined,
  onlyBy?: string,
): Promise<Result[]> {
  const patches = lastOfEach(changes, ({ annotationId }) => annotationId).map(patchOf);
  const policy = await writePolicyOf(context, scope.apiKeyId, changes.length);
  const outcomes = await changeAnnotations(context, scope, patches, { actor, policy, onlyBy });
  const words = { thing: "annotation", within: ` in the document ${shortened(scope.documentId)}`, quota: context.limits.annotations };
  return patches.map(({ annotationId }, index) => storedResult(annotationId, outcomes[index] ?? "not_found", words));
}
