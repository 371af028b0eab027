import type { CommentAnnotationDraft } from "@parley/contracts/activity";
import type { Result } from "@parley/contracts/common";
import { deterministicId } from "@parley/kernel";
import { type Outcome, storedResult } from "../batches/results.ts";
import { type WritePolicy, writePolicyOf } from "../changes/write-policy.ts";
import type { Context } from "../context.ts";
import type { UserInit } from "../people/user.ts";
import type { DocumentScope } from "../places/scope.ts";
import { addComments, insertNewComments } from "./add-comments.ts";
import { newState, patchByDraft } from "./annotation-patch.ts";
import { insertAnnotations, type NewAnnotation } from "./annotations.store.ts";
import { changeAnnotations } from "./change-annotations.ts";
import type { CommentToAdd } from "./comment-content.ts";
import { eraseStaleThreads } from "./stale-threads.store.ts";

/** An annotation of a request, with its given or generated id. */
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
  return draft.annotationId || deterministicId("ann");
}

/**
 * Creates annotations with their comments in an existing document; existing annotations are changed and get the comments that they lack.
 */
export async function addAnnotations(
  context: Context,
  scope: DocumentScope,
  items: readonly AnnotationToAdd[],
  actor: UserInit | undefined,
): Promise<Added[]> {
  const comments = items.flatMap((item) => item.comments).length;
  // An annotation that exists is changed, which is recorded, too.
  const policy = await writePolicyOf(context, scope.apiKeyId, items.length + comments);
  await context.limits.annotations.prepare(scope.apiKeyId, items.length);
  await context.limits.comments.prepare(scope.apiKeyId, comments);
  const creation: Creation = { created: new Set(), refused: new Set(), commentOutcomes: new Map() };
  const create = (some: readonly AnnotationToAdd[]) => createAnnotations(context, scope, some, policy, creation);
  const { created, refused, commentOutcomes } = creation;
  await create(items);

  const isThere = ({ annotationId, draft }: AnnotationToAdd) =>
    !created.has(annotationId) && stateOf(context, annotationId, draft) !== undefined;
  const met = items.filter(isThere);
  if (met.length > 0) {
    await releaseAnnotationIds(context, scope, idsOf(met));
    await create(met);
  }

  const existing = items.filter(isThere);
  const patches = existing.map(({ annotationId, draft }) => patchByDraft(annotationId, draft));
  const changed = existing.length === 0 ? [] : await changeAnnotations(context, scope, patches, { actor, policy });
  const changedById = new Map(existing.map(({ annotationId }, index) => [annotationId, changed[index] ?? "not_found"]));
  // Those without room are new, as is known now: they get the room that others of the batch did not need.
  const unmet = existing.filter(({ annotationId }) => refused.has(annotationId) && changedById.get(annotationId) === "not_found");
  if (unmet.length > 0) await create(unmet);
  for (const { annotationId } of unmet) changedById.set(annotationId, "no_room");
  const late = existing.filter((item) => !unmet.includes(item)).flatMap(({ comments }) => comments);
  const lateOutcomes = late.length === 0 ? [] : await addComments(context, scope, late);
  for (const [index, comment] of late.entries()) commentOutcomes.set(comment, lateOutcomes[index] ?? "not_found");

  return items.map((item) => {
    const outcome = created.has(item.annotationId) ? "created" : (changedById.get(item.annotationId) ?? "metadata_too_long");
    return addedOf(context, item, outcome, commentOutcomes);
  });
}

function idsOf(items: readonly AnnotationToAdd[]): string[] {
  return items.map(({ annotationId }) => annotationId);
}

/** The annotations created so far. */
interface Creation {
  readonly created: Set<string>;
  /** Those without room; if they exist, they need none. */
  readonly refused: Set<string>;
  readonly commentOutcomes: Map<CommentToAdd, Outcome>;
}

// One transaction, so that nobody sees a thread before its comments.
async function createAnnotations(
  context: Context,
  scope: DocumentScope,
  items: readonly AnnotationToAdd[],
  policy: WritePolicy,
  creation: Creation,
): Promise<void> {
  const annotations = items.flatMap(({ annotationId, draft, createdAtMs }): NewAnnotation[] => {
    const state = stateOf(context, annotationId, draft);
    return state === undefined ? [] : [{ ...state, annotationId, createdAtMs: createdAtMs === undefined ? null : Number(createdAtMs) }];
  });
  const done = await context.database.transaction(async (tx) => {
    const insert = async (granted: readonly NewAnnotation[]) =>
      granted.length === 0 ? new Set<string>() : insertAnnotations(tx, scope, granted);
    const admitted = await context.limits.annotations.admit(scope.apiKeyId, annotations, insert, ({ size }) => size);
    const created = admitted.result;
    const comments = items.filter(({ annotationId }) => created.has(annotationId)).flatMap((item) => item.comments);
    const { outcomes } = await insertNewComments(context, tx, scope, comments, policy);
    return { created, refused: admitted.refused, comments, outcomes };
  });
  for (const annotationId of done.created) creation.created.add(annotationId);
  for (const { annotationId } of done.refused) creation.refused.add(annotationId);
  for (const [index, comment] of done.comments.entries()) creation.commentOutcomes.set(comment, done.outcomes[index] ?? "not_found");
}

function stateOf({ limits }: Context, annotationId: string, draft: CommentAnnotationDraft) {
  return newState(patchByDraft(annotationId, draft), limits.metadataBytes);
}

// The annotation fails with its first comment that fails: its message names both.
function addedOf(
  { limits }: Context,
  { annotationId, comments }: AnnotationToAdd,
  outcome: Outcome,
  outcomes: ReadonlyMap<CommentToAdd, Outcome>,
): Added {
  const isStored = (comment: CommentToAdd) => ["created", "updated", "unchanged"].includes(outcomes.get(comment) ?? "");
  const result = storedResult(annotationId, outcome, { thing: "annotation", within: "", quota: limits.annotations });
  const failedComment = result.success ? comments.find((comment) => !isStored(comment)) : undefined;
  const commentIds = comments.filter(isStored).map(({ commentId }) => commentId);
  if (failedComment === undefined) return { result, commentIds };
  const failure = storedResult(failedComment.commentId, outcomes.get(failedComment) ?? "not_found", {
    thing: "comment",
    within: "",
    quota: limits.comments,
  });
  return { result: { id: annotationId, success: false, code: failure.code, message: `${result.message} ${failure.message}` }, commentIds };
}

// A deleted document may be added again at once with the same ids, before erasure has reached its old rows. Those must not count as existing: they are
// erased first, then the insert is repeated; also when none was found, because erasure may have taken it a moment ago.
async function releaseAnnotationIds({ documents, database }: Context, scope: DocumentScope, ids: readonly string[]): Promise<void> {
  const [untilMs = 0] = await documents.removedUntil(scope, [scope.documentId]);
  if (untilMs > 0) await database.transaction((tx) => eraseStaleThreads(tx, scope, ids, untilMs));
}
