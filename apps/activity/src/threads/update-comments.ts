import type { CommentChange } from "@parley/contracts/activity";
import type { Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { storedResult } from "../batches/results.ts";
import { writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, authorFor, type UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf, required } from "../places/scope.ts";
import { changeComments } from "./change-comments.ts";
import { matchingComments, type OfThread } from "./matching-comments.ts";

interface Wanted extends OfThread {
  readonly change?: CommentChange | undefined;
  /** Nobody is notified. */
  readonly isSilent?: boolean;
}

export const updateComments = (context: Context): Handler<"updateComments"> => {
  return async (request) => ({ results: await updateWanted(context, documentOf(request), request, request.actionUser) });
};

export const updateCommentsByUser = (context: Context): UserHandler<"updateComments"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    return { results: await updateWanted(context, documentOf(request), request, actor, authorFor(request, actor)) };
  };
};

/** Changes all matching comments of one annotation. */
async function updateWanted(
  context: Context,
  scope: DocumentScope,
  { change, isSilent = false, ...wanted }: Wanted,
  actor: UserInit | undefined,
  onlyBy?: string,
): Promise<Result[]> {
  const { annotationId } = wanted;
  const edit = required(change);
  const { matching, others } = await matchingComments(context, scope, wanted);
  const items = matching.map((commentId) => ({
    annotationId,
    change: { ...edit, commentId },
    actor,
    ...(onlyBy === undefined ? {} : { onlyBy, otherwise: "not_own" as const }),
  }));
  const policy = await writePolicyOf(context, scope.apiKeyId, matching.length);
  const outcomes = await changeComments(context, scope, items, policy, isSilent);
  const words = { thing: "comment", within: ` in the annotation ${shortened(annotationId)}`, quota: context.limits.comments };
  return [
    ...matching.map((commentId, index) => storedResult(commentId, outcomes[index] ?? "not_found", words)),
    ...others.map((commentId) => storedResult(commentId, "not_found", { ...words, within: `${words.within}, or does not match` })),
  ];
}
