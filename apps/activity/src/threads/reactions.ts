import { logRecord } from "../activity-log/log-record.ts";
import type { Context } from "../context.ts";
import { failed, type Result, succeeded } from "../results.ts";
import type { DocumentScope } from "../scope.ts";
import { logParameters } from "../store/fragments.ts";
import { deleteReactions as deleteRows, type InsertedReaction, insertReactions, type OfComment } from "../store/reactions.ts";
import { storedUser, type UserInit } from "../user.ts";
import { logEntryOf } from "./thread-change.ts";

/** A comment, and a user's reactions to it. */
interface ReactionRequest {
  readonly annotationId: string;
  readonly commentId: string;
  readonly reactions: readonly string[];
}

// The reaction itself, ids and times, which do not count in detail.
const fixedBytes = 256;

/** Adds a user's reactions to a comment; those that are there stay as they are. */
export async function addReactions(context: Context, scope: DocumentScope, user: UserInit, request: ReactionRequest): Promise<Result[]> {
  const { logPolicy, database, limits } = context;
  const comment = commentOf(scope, user.userId, request);
  const stored = storedUser(user);
  const size = { user: stored, bytes: Buffer.byteLength(stored) + fixedBytes, maxBytes: limits.threadBytes };
  const rows = await insertReactions(
    database,
    comment,
    size,
    logParameters(records(comment, user, "comment.reaction_add"), await logPolicy.isImmutable(scope.apiKeyId)),
  );
  const byReaction = new Map(rows.map((row) => [row.reaction, row]));
  return comment.reactions.map((reaction) => resultOf(comment, reaction, byReaction.get(reaction)));
}

/** Takes back a user's reactions to a comment; those that are not there are as good as taken back. */
export async function deleteReactions(
  { logPolicy, database }: Context,
  scope: DocumentScope,
  user: Pick<UserInit, "userId"> & Partial<UserInit>,
  request: ReactionRequest,
): Promise<Result[]> {
  const comment = commentOf(scope, user.userId, request);
  const actor = { name: "", email: "", extraJson: "", ...user };
  const log = logParameters(records(comment, actor, "comment.reaction_delete"), await logPolicy.isImmutable(scope.apiKeyId));
  const found = await deleteRows(database, comment, log);
  return comment.reactions.map((reaction) =>
    found ? succeeded(reaction, "The reaction is no longer there.") : commentMissing(comment, reaction),
  );
}

function commentOf(
  { apiKeyId, organizationId, documentId }: DocumentScope,
  userId: string,
  { annotationId, commentId, reactions }: ReactionRequest,
): OfComment {
  return { apiKeyId, organizationId, documentId, annotationId, commentId, userId, reactions: [...new Set(reactions)] };
}

function records(
  { annotationId, commentId, reactions }: OfComment,
  actor: UserInit,
  trigger: "comment.reaction_add" | "comment.reaction_delete",
) {
  return reactions.map((reaction, index) => logRecord(index + 1, logEntryOf({ trigger, annotationId, commentId, reaction, actor })));
}

function resultOf(comment: OfComment, reaction: string, row: InsertedReaction | undefined): Result {
  if (!row?.found) return commentMissing(comment, reaction);
  if (row.added) return succeeded(reaction, "The reaction was added.");
  if (row.existed || row.fits) return succeeded(reaction, "The reaction was there already.");
  return failed(reaction, "thread_full", `There is no room left for the reaction ${reaction} in the annotation ${comment.annotationId}.`);
}

function commentMissing({ annotationId, commentId }: OfComment, reaction: string): Result {
  return failed(reaction, "not_found", `The comment ${commentId} does not exist in the annotation ${annotationId}.`);
}
