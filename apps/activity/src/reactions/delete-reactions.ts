import { type Result, succeeded } from "@parley/contracts/common";
import { logParameters } from "../activity-log/log-record.ts";
import { countActs, logRecordsOf } from "../changes/thread-change.ts";
import { write, writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, type UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { changesOf, commentMissing, commentOf, type ReactionRequest } from "./reaction-request.ts";
import { deleteReactions as deleteRows } from "./reactions.store.ts";

export const deleteReactions = (context: Context): Handler<"deleteReactions"> => {
  return async (request) => ({ results: await deleteNamed(context, documentOf(request), { userId: request.userId }, request) });
};

export const deleteReactionsByUser = (context: Context): UserHandler<"deleteReactions"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    return { results: await deleteNamed(context, documentOf(request), actor, request) };
  };
};

/** Removes a user's reactions to a comment. Removing a reaction that does not exist succeeds. */
async function deleteNamed(
  context: Context,
  scope: DocumentScope,
  user: Pick<UserInit, "userId"> & Partial<UserInit>,
  request: ReactionRequest,
): Promise<Result[]> {
  const policy = await writePolicyOf(context, scope.apiKeyId, 0);
  const comment = commentOf(scope, user.userId, request);
  const changes = changesOf(comment, { name: "", email: "", extraJson: "", ...user }, "comment.reaction_delete");
  const found = await write(context, policy, ["comment.reaction_delete"], async (db) => {
    const deleted = await deleteRows(db, comment, logParameters(logRecordsOf(changes), policy.immutable));
    const gone = new Set(deleted?.reactions);
    const made = changes.filter(({ reaction = "" }) => gone.has(reaction));
    await emitTriggers(db, scope, policy, made);
    countActs(context, db, scope.apiKeyId, made);
    return deleted !== undefined;
  });
  return comment.reactions.map((reaction) =>
    found ? succeeded(reaction, "The reaction was removed.") : commentMissing(comment, reaction),
  );
}
