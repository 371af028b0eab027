import type { CommentAnnotationChange } from "@parley/contracts/activity";
import type { Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { storedResult } from "../batches/results.ts";
import { writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, authorFor, type UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf, required } from "../places/scope.ts";
import { patchOf } from "./annotation-patch.ts";
import { changeAnnotations } from "./change-annotations.ts";
import { type Matching, matchingAnnotations } from "./matching-annotations.ts";

export const updateCommentAnnotations = (context: Context): Handler<"updateCommentAnnotations"> => {
  return async (request) => ({ results: await updateAnnotations(context, documentOf(request), request, request.actionUser) });
};

export const updateCommentAnnotationsByUser = (context: Context): UserHandler<"updateCommentAnnotations"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    const wanted = { annotationIds: request.annotationIds, locationIds: [], userIds: [], change: request.change };
    return { results: await updateAnnotations(context, documentOf(request), wanted, actor, authorFor(request, actor)) };
  };
};

/** Changes all matching annotations of a document. */
async function updateAnnotations(
  context: Context,
  scope: DocumentScope,
  { change, ...wanted }: Matching & { readonly change?: CommentAnnotationChange | undefined },
  actor: UserInit | undefined,
  onlyBy?: string,
): Promise<Result[]> {
  const patch = patchOf(required(change), actor);
  const { matching, others } = await matchingAnnotations(context, scope, wanted);
  const policy = await writePolicyOf(context, scope.apiKeyId, matching.length);
  const items = matching.map((annotationId) => ({ annotationId, patch }));
  const outcomes = await changeAnnotations(context, scope, items, { actor, policy, onlyBy });
  const words = { thing: "annotation", within: ` in the document ${shortened(scope.documentId)}`, quota: context.limits.annotations };
  return [
    ...matching.map((id, index) => storedResult(id, outcomes[index] ?? "not_found", words)),
    ...others.map((id) => storedResult(id, "not_found", { ...words, within: `${words.within}, or does not match` })),
  ];
}
