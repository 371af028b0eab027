import { failed, type Result } from "@parley/contracts/common";
import type { Db } from "@parley/database";
import { shortened } from "@parley/kernel";
import { type Outcome, storedResult } from "../batches/results.ts";
import { countActs, type ThreadChange } from "../changes/thread-change.ts";
import { type WritePolicy, write, writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf } from "../people/user.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { changeComments } from "./change-comments.ts";
import {
  type CommentToAdd,
  changeByAdding,
  changeByDraft,
  commentsBy,
  commentsOf,
  isEmpty,
  isHistory,
  newCommentColumns,
} from "./comment-content.ts";
import { type InsertedComment, insertComments, type NewCommentColumns } from "./new-comments.store.ts";

export const addComments = (context: Context): Handler<"addComments"> => {
  return async (request) => {
    if (request.createDocument) await context.documents.ensure(documentOf(request), request);
    const comments = commentsOf(request.annotationId, request.comments);
    return { results: resultsOf(context, comments, await storeComments(context, documentOf(request), comments)) };
  };
};

export const addCommentsByUser = (context: Context): UserHandler<"addComments"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    const comments = commentsBy(actor, request.annotationId, request.comments);
    return { results: resultsOf(context, comments, await storeComments(context, documentOf(request), comments)) };
  };
};

/** The results of adding comments to one annotation. */
function resultsOf({ limits }: Context, comments: readonly CommentToAdd[], outcomes: readonly Outcome[]): Result[] {
  return comments.map(({ annotationId, commentId }, index) => {
    const outcome = outcomes[index] ?? "not_found";
    if (outcome === "not_found") return failed(commentId, "not_found", `The annotation ${shortened(annotationId)} does not exist.`);
    return storedResult(commentId, outcome, {
      thing: "comment",
      within: ` in the annotation ${shortened(annotationId)}`,
      quota: limits.comments,
    });
  });
}

/** Adds comments to existing annotations. Existing comments are changed. Returns the outcome of each comment in order. */
export async function storeComments(context: Context, scope: DocumentScope, comments: readonly CommentToAdd[]): Promise<Outcome[]> {
  const policy = await writePolicyOf(context, scope.apiKeyId, comments.length);
  await context.limits.comments.prepare(scope.apiKeyId, comments.length);
  const insert = (some: readonly CommentToAdd[]) =>
    write(context, policy, ["comment.add", "comment_annotation.add"], (db) => insertNewComments(context, db, scope, some, policy));
  const { outcomes, existing } = await insert(comments);
  if (existing.length === 0) return outcomes;

  const changes = existing.map((index) => changeOf(comments, index));
  const changed = await changeComments(context, scope, changes, policy);
  for (const [position, index] of existing.entries()) outcomes[index] = worse(outcomes[index], changed[position]);

  // Comments refused by the quota turned out to be new: they get the quota that others of the batch did not use.
  const refused = existing.filter((index) => outcomes[index] === "no_room");
  const again = refused.length === 0 ? undefined : await insert(refused.flatMap((index) => comments[index] ?? []));
  for (const [position, index] of refused.entries()) outcomes[index] = again?.outcomes[position] ?? "no_room";
  return outcomes;
}

/**
 * Adds the comments that do not exist, within the API key's quota. Nobody is notified of imported history. `existing` has the indexes of the comments that exist. If such a comment
 * does not exist after all, its outcome is that the quota was exceeded.
 */
export async function insertNewComments(
  context: Context,
  db: Db,
  scope: DocumentScope,
  comments: readonly CommentToAdd[],
  policy: WritePolicy,
) {
  const { limits } = context;
  const outcomes: Outcome[] = comments.map((comment) => (isEmpty(comment) ? "empty" : "metadata_too_long"));
  const columns = newCommentColumns(comments, limits.metadataBytes);
  const insert = async (granted: readonly NewCommentColumns[]) =>
    granted.length === 0 ? [] : insertComments(db, scope, granted, { immutable: policy.immutable, limits });
  const { result: inserted, refused } = await limits.comments.admit(scope.apiKeyId, columns, insert, countAdded);
  limits.activities.note(scope.apiKeyId, countAdded(inserted));
  const existing = refused.map(({ ordinal }) => ordinal - 1);
  for (const index of existing) outcomes[index] = "no_room";
  const added: ThreadChange[] = [];
  const news: ThreadChange[] = [];
  for (const [position, row] of inserted.entries()) {
    const index = (columns[position]?.ordinal ?? 0) - 1;
    outcomes[index] = outcomeOf(row);
    if (row.found && !row.added) existing.push(index);
    const comment = comments[index];
    if (!row.added || comment === undefined) continue;
    const change: ThreadChange = { ...changeByAdding(comment), trigger: row.isFirst ? "comment_annotation.add" : "comment.add" };
    added.push(change);
    if (comment.isSilent !== true && !isHistory(comment, Date.now())) news.push(change);
  }
  await emitTriggers(db, scope, policy, news);
  countActs(context, db, scope.apiKeyId, added);
  return { outcomes, existing };
}

function countAdded(inserted: readonly InsertedComment[]): number {
  return inserted.filter(({ added }) => added).length;
}

function outcomeOf({ found, fits, added }: InsertedComment): Outcome {
  if (!found) return "not_found";
  if (added) return "created";
  return fits ? "unchanged" : "thread_full";
}

function changeOf(comments: readonly CommentToAdd[], index: number) {
  const comment = comments[index];
  if (comment === undefined) throw new Error(`There is no comment at ${index}.`);
  return { annotationId: comment.annotationId, change: changeByDraft(comment), actor: comment.author, onlyBy: comment.author.userId };
}

// A comment that exceeded the quota and does not exist is reported as refused by the quota, not as missing.
function worse(inserted: Outcome | undefined, changed: Outcome | undefined): Outcome {
  if (changed === "not_found" && inserted === "no_room") return "no_room";
  if (changed === undefined || (changed === "not_found" && inserted === "thread_full")) return "thread_full";
  return changed;
}
