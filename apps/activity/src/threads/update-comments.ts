import type { CommentChange } from "@parley/contracts/activity";
import type { Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { lastOfEach, storedResult } from "../batches/results.ts";
import { writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, authorFor } from "../people/acting-user.ts";
import type { UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { changeComments } from "./change-comments.ts";

export const updateComments = (context: Context): Handler<"updateComments"> => {
  return async (request) => ({ results: await updateNamed(context, documentOf(request), request, request.actionUser) });
};

export const updateCommentsByUser = (context: Context): UserHandler<"updateComments"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    return { results: await updateNamed(context, documentOf(request), request, actor, authorFor(request, actor)) };
  };
};

/** Changes comments of one annotation. */
async function updateNamed(
  context: Context,
  scope: DocumentScope,
  { annotationId, comments }: { readonly annotationId: string; readonly comments: readonly CommentChange[] },
  actor: UserInit | undefined,
  onlyBy?: string,
): Promise<Result[]> {
  const changes = lastOfEach(comments, ({ commentId }) => commentId);
  const items = changes.map((change) => ({
    annotationId,
    change,
    actor,
    ...(onlyBy === undefined ? {} : { onlyBy, otherwise: "not_own" as const }),
  }));
  const outcomes = await changeComments(context, scope, items, await writePolicyOf(context, scope.apiKeyId, changes.length));
  const words = { thing: "comment", within: ` in the annotation ${shortened(annotationId)}`, quota: context.limits.comments };
  return changes.map(({ commentId }, index) => storedResult(commentId, outcomes[index] ?? "not_found", words));
}
