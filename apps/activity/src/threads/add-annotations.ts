import type { CommentAnnotationDraft } from "@parley/contracts/activity";
import type { Result } from "@parley/contracts/common";
import { repeatableId } from "@parley/kernel";
import { type WritePolicy, writePolicyOf } from "../changes/write-policy.ts";
import type { Context } from "../context.ts";
import type { UserInit } from "../people/user.ts";
import { type Outcome, storedResult } from "../places/results.ts";
import type { DocumentScope } from "../places/scope.ts";
import { addComments, insertNewComments } from "./add-comments.ts";
import { newState, patchByDraft } from "./annotation-patch.ts";
import { insertAnnotations, type NewAnnotation } from "./annotations.store.ts";
import { changeAnnotations } from "./change-annotations.ts";
import type { CommentToAdd } from "./comment-to-add.ts";
import { eraseLeftThreads } from "./left-threads.store.ts";

/** An annotation of a request, with the id that it has or gets. */
interface AnnotationToAdd {
  readonly annotationId: string;
  readonly draft: CommentAnnotationDraft;
  readonly comments: readonly CommentToAdd[];
  /** Absent means now. */
  readonly createdAtMs: bigint | undefined;
}

interface Added {
  readonly result: Result;
  readonly commentIds: string[];
}

/** The id of a draft, or a new one. */
export function annotationIdOf(draft: CommentAnnotationDraft): string {
  return draft.annotationId || repeatableId("ann");
}

/** Creates annotations with their comments in a document that exists; those that exist are changed and get the comments that they do not have. */
export async function addAnnotations(
  context: Context,
  scope: DocumentScope,
  items: readonly AnnotationToAdd[],
  actor: UserInit | undefined,
): Promise<Added[]> {
  const policy = await writePolicyOf(context, scope.apiKeyId);
  const { created, commentOutcomes } = await createAnnotations(context, scope, items, policy);

  const isThere = ({ annotationId, draft }: AnnotationToAdd) =>
    !created.has(annotationId) && stateOf(context, annotationId, draft) !== undefined;
  const met = items.filter(isThere);
  if (met.length > 0) {
    await freeAnnotationIds(context, scope, idsOf(met));
    const late = await createAnnotations(context, scope, met, policy);
    for (const annotationId of late.created) created.add(annotationId);
    for (const [comment, outcome] of late.commentOutcomes) commentOutcomes.set(comment, outcome);
  }

  const existing = items.filter(isThere);
  const patches = existing.map(({ annotationId, draft }) => patchByDraft(annotationId, draft));
  const changed = existing.length === 0 ? [] : await changeAnnotations(context, scope, patches, { actor, policy });
  const changedById = new Map(existing.map(({ annotationId }, index) => [annotationId, changed[index] ?? "not_found"]));
  const late = existing.flatMap(({ comments }) => comments);
  const lateOutcomes = late.length === 0 ? [] : await addComments(context, scope, late);
  for (const [index, comment] of late.entries()) commentOutcomes.set(comment, lateOutcomes[index] ?? "not_found");

  return items.map((item) => {
    const outcome = created.has(item.annotationId) ? "created" : (changedById.get(item.annotationId) ?? "metadata_too_long");
    return addedOf(item, outcome, commentOutcomes);
  });
}

function idsOf(items: readonly AnnotationToAdd[]): string[] {
  return items.map(({ annotationId }) => annotationId);
}

// One transaction, so that nobody sees a thread before its comments.
function createAnnotations(context: Context, scope: DocumentScope, items: readonly AnnotationToAdd[], policy: WritePolicy) {
  const annotations = items.flatMap(({ annotationId, draft, createdAtMs }): NewAnnotation[] => {
    const state = stateOf(context, annotationId, draft);
    return state === undefined ? [] : [{ ...state, annotationId, createdAtMs: createdAtMs === undefined ? null : Number(createdAtMs) }];
  });
  return context.database.transaction(async (tx) => {
    const created = await insertAnnotations(tx, scope, annotations);
    const comments = items.filter(({ annotationId }) => created.has(annotationId)).flatMap((item) => item.comments);
    const { outcomes } = await insertNewComments(context, tx, scope, comments, policy);
    const commentOutcomes = new Map<CommentToAdd, Outcome>(comments.map((comment, index) => [comment, outcomes[index] ?? "not_found"]));
    return { created, commentOutcomes };
  });
}

function stateOf({ limits }: Context, annotationId: string, draft: CommentAnnotationDraft) {
  return newState(patchByDraft(annotationId, draft), limits.metadataBytes);
}

// The annotation fails with its first comment that does: its message names both.
function addedOf({ annotationId, comments }: AnnotationToAdd, outcome: Outcome, outcomes: ReadonlyMap<CommentToAdd, Outcome>): Added {
  const isStored = (comment: CommentToAdd) => ["created", "updated", "unchanged"].includes(outcomes.get(comment) ?? "");
  const result = storedResult(annotationId, outcome, { thing: "annotation", within: "" });
  const failedComment = result.success ? comments.find((comment) => !isStored(comment)) : undefined;
  const commentIds = comments.filter(isStored).map(({ commentId }) => commentId);
  if (failedComment === undefined) return { result, commentIds };
  const failure = storedResult(failedComment.commentId, outcomes.get(failedComment) ?? "not_found", { thing: "comment", within: "" });
  return { result: { id: annotationId, success: false, code: failure.code, message: `${result.message} ${failure.message}` }, commentIds };
}

// A deleted document may be added again at once with the same ids, before erasure has reached its old rows. Those must not count as existing: they are
// erased first, then the insert is repeated; also when none was found, because erasure may have taken it a moment ago.
async function freeAnnotationIds({ access, database }: Context, scope: DocumentScope, ids: readonly string[]): Promise<void> {
  const [untilMs = 0] = await access.removedUntil(scope, [scope.documentId]);
  if (untilMs > 0) await database.transaction((tx) => eraseLeftThreads(tx, scope, ids, untilMs));
}
