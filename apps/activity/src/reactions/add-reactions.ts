import { failed, type Result, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { quotaReached } from "@parley/runtime";
import { logParameters } from "../activity-log/log-record.ts";
import { countActs, logRecordsOf } from "../changes/thread-change.ts";
import { type WritePolicy, write, writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, storedUser, type UserInit } from "../people/user.ts";
import { type DocumentScope, documentOf, required } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { changesOf, commentMissing, commentOf, type ReactionRequest } from "./reaction-request.ts";
import { type InsertedReaction, insertReactions, type OfComment, reactionsWithoutNeed } from "./reactions.store.ts";

// The reaction itself, ids and times, whose size is not counted exactly.
const fixedBytes = 256;

export const addReactions = (context: Context): Handler<"addReactions"> => {
  return async (request) => ({ results: await storeReactions(context, documentOf(request), required(request.user), request) });
};

export const addReactionsByUser = (context: Context): UserHandler<"addReactions"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    return { results: await storeReactions(context, documentOf(request), actor, request) };
  };
};

/**
 * Adds a user's reactions to a comment. Existing reactions are not changed. Besides the API key's quota, the size of the thread is limited
 * (`maxThreadBytes`).
 */
async function storeReactions(context: Context, scope: DocumentScope, user: UserInit, request: ReactionRequest): Promise<Result[]> {
  const { reactions: quota } = context.limits;
  const comment = commentOf(scope, user.userId, request);
  const policy = await writePolicyOf(context, scope.apiKeyId, comment.reactions.length);
  await quota.prepare(scope.apiKeyId, comment.reactions.length);
  const { result: rows, refused } = await quota.admitNew(scope.apiKeyId, comment.reactions, {
    needless: (reactions) => reactionsWithoutNeed(context.database, { ...comment, reactions }),
    add: (reactions) => insertNew(context, scope, { ...comment, reactions }, { user, policy }),
    addedBy: countAdded,
  });
  const isRefused = new Set(refused);
  const byReaction = new Map(rows.map((row) => [row.reaction, row]));
  return comment.reactions.map((reaction) =>
    isRefused.has(reaction) ? failed(reaction, quotaReached, quota.refusal) : resultOf(comment, reaction, byReaction.get(reaction)),
  );
}

function insertNew(
  context: Context,
  scope: DocumentScope,
  comment: OfComment,
  { user, policy }: { readonly user: UserInit; readonly policy: WritePolicy },
): Promise<InsertedReaction[]> {
  const stored = storedUser(user);
  const size = { user: stored, bytes: Buffer.byteLength(stored) + fixedBytes, maxBytes: context.limits.threadBytes };
  const changes = changesOf(comment, user, "comment.reaction_add");
  return write(context, policy, ["comment.reaction_add"], async (db) => {
    const inserted = await insertReactions(db, comment, size, logParameters(logRecordsOf(changes), policy.immutable));
    const added = new Set(inserted.flatMap((row) => (row.added ? [row.reaction] : [])));
    context.limits.activities.note(scope.apiKeyId, added.size);
    const made = changes.filter(({ reaction = "" }) => added.has(reaction));
    await emitTriggers(db, scope, policy, made);
    countActs(context, db, scope.apiKeyId, made);
    return inserted;
  });
}

function countAdded(inserted: readonly InsertedReaction[]): number {
  return inserted.filter(({ added }) => added).length;
}

function resultOf(comment: OfComment, reaction: string, row: InsertedReaction | undefined): Result {
  if (!row?.found) return commentMissing(comment, reaction);
  if (row.added) return succeeded(reaction, "The reaction was added.");
  if (row.existed || row.fits) return succeeded(reaction, "The reaction already exists.");
  return failed(
    reaction,
    "thread_full",
    `There is no room left for the reaction ${shortened(reaction)} in the annotation ${shortened(comment.annotationId)}.`,
  );
}
