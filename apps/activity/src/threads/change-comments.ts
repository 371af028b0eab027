import type { Db } from "@parley/database";
import { logParameters } from "../activity-log/log-record.ts";
import type { Outcome } from "../batches/results.ts";
import { countActs, logRecordsOf, type ThreadChange } from "../changes/thread-change.ts";
import type { WritePolicy } from "../changes/write-policy.ts";
import type { Context } from "../context.ts";
import { moveCommentUsers } from "../people/move-participants.store.ts";
import type { UserInit } from "../people/user.ts";
import type { DocumentScope } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { type LockedAnnotation, lockAnnotations } from "./annotations.store.ts";
import { type ChangedComment, type CommentEdit, changedComment } from "./comment-content.ts";
import { type ChangedCommentColumns, updateComments } from "./comments.store.ts";
import { type CommentRow, selectCommentsById } from "./reading/comment-rows.store.ts";
import { reindexParticipants } from "./reindex-participants.ts";

/** A change of one existing comment. */
interface CommentToChange {
  readonly annotationId: string;
  readonly change: CommentEdit;
  readonly actor: UserInit | undefined;
  /** The only author whose comment may be changed; absent means any. */
  readonly onlyBy?: string;
  /** The outcome of a comment of another author. */
  readonly otherwise?: "already_exists" | "not_own";
}

interface Plan {
  readonly outcomes: Outcome[];
  readonly changed: ChangedCommentColumns[];
  readonly changes: ThreadChange[];
  /** Comments whose tagged users have changed. */
  readonly tagged: CommentRow[];
  /** Comments, as they were, that get another time of creation. */
  readonly moved: { readonly row: CommentRow; readonly toMs: number }[];
}

/** Changes comments, all or none. Returns the outcome of each in order. */
export function changeComments(
  context: Context,
  scope: DocumentScope,
  items: readonly CommentToChange[],
  policy: WritePolicy,
  isSilent = false,
): Promise<Outcome[]> {
  return context.database.transaction(async (tx) => {
    const locked = await lockAnnotations(tx, scope, [...new Set(items.map(({ annotationId }) => annotationId))]);
    const plan = planChanges(context, items, locked, await commentsNamed(tx, scope.apiKeyId, items, locked));
    if (plan.changed.length === 0) return plan.outcomes;

    const annotations = locked.filter(({ annotationRef }) => plan.tagged.some((row) => row.annotationRef === annotationRef));
    const left = await reindexParticipants(tx, scope, annotations, async () => {
      await updateComments(tx, scope, plan.changed, logParameters(logRecordsOf(plan.changes), policy.immutable));
    });
    context.limits.activities.note(scope.apiKeyId, plan.changes.length);
    for (const { row, toMs } of plan.moved) {
      const { annotationRef, commentId, createdAtMs: fromMs } = row;
      const assignees = locked.flatMap((thread) => (thread.annotationRef === annotationRef ? (thread.assigneeId ?? []) : []));
      const userIds = [...new Set([row.authorId, ...row.taggedIds, ...assignees])];
      await moveCommentUsers(tx, scope, { annotationRef, commentId, fromMs, toMs, userIds });
    }
    if (!isSilent) await emitTriggers(tx, scope, policy, plan.changes, { left });
    countActs(context, tx, scope.apiKeyId, plan.changes);
    return plan.outcomes;
  });
}

async function commentsNamed(
  tx: Db,
  apiKeyId: string,
  items: readonly CommentToChange[],
  locked: readonly LockedAnnotation[],
): Promise<Map<string, CommentRow>> {
  const refs = new Map(locked.map(({ annotationId, annotationRef }) => [annotationId, annotationRef]));
  const found = items.flatMap(({ annotationId, change: { commentId } }) => {
    const annotationRef = refs.get(annotationId);
    return annotationRef === undefined ? [] : [{ annotationRef, commentId }];
  });
  const rows = await selectCommentsById(
    tx,
    apiKeyId,
    found.map(({ annotationRef }) => annotationRef),
    found.map(({ commentId }) => commentId),
  );
  return new Map(rows.map((row) => [`${row.annotationRef}\0${row.commentId}`, row]));
}

function planChanges(
  { limits }: Context,
  items: readonly CommentToChange[],
  locked: readonly LockedAnnotation[],
  rows: ReadonlyMap<string, CommentRow>,
): Plan {
  const annotations = new Map(locked.map((annotation) => [annotation.annotationId, annotation]));
  const room = new Map(locked.map(({ annotationRef, threadBytes }) => [annotationRef, limits.threadBytes - threadBytes]));
  const plan: Plan = { outcomes: [], changed: [], changes: [], tagged: [], moved: [] };
  for (const { annotationId, change, actor, onlyBy, otherwise = "already_exists" } of items) {
    const row = rows.get(`${annotations.get(annotationId)?.annotationRef}\0${change.commentId}`);
    const result =
      row === undefined ? "not_found" : onlyBy !== undefined && row.authorId !== onlyBy ? otherwise : changedComment(row, change, limits);
    if (row === undefined || typeof result === "string") {
      plan.outcomes.push(result as Outcome);
      continue;
    }
    const left = (room.get(row.annotationRef) ?? 0) - result.columns.added_bytes;
    if (left < 0 && result.columns.added_bytes > 0) {
      plan.outcomes.push("thread_full");
      continue;
    }
    room.set(row.annotationRef, left);
    take(plan, row, result, { annotationId, actor });
  }
  return plan;
}

function take(
  plan: Plan,
  row: CommentRow,
  { columns, changes, taggedChanged, newlyTagged, untagged }: ChangedComment,
  { annotationId, actor }: Pick<CommentToChange, "annotationId" | "actor">,
) {
  plan.outcomes.push("updated");
  plan.changed.push(columns);
  if (taggedChanged) plan.tagged.push(row);
  if (columns.created_at_ms !== null && columns.created_at_ms !== row.createdAtMs) {
    // The users of the new content are inserted with the new time.
    plan.moved.push({ row, toMs: columns.created_at_ms });
  }
  // A user's text is stored only in that user's own records, so that it is erased with the user's data.
  const own = actor?.userId === row.authorId && Object.keys(changes).length > 0 ? { changes } : {};
  const tags = { taggedIds: newlyTagged, untaggedIds: untagged };
  plan.changes.push({ trigger: "comment.update", annotationId, commentId: row.commentId, actor, ...tags, ...own });
}
