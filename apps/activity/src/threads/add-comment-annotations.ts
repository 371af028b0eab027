import type { CommentAnnotationDraft } from "@parley/contracts/activity";
import { type Result, succeeded } from "@parley/contracts/common";
import type { Db } from "@parley/database";
import { logParameters } from "../activity-log/log-record.ts";
import { type Outcome, storedResult } from "../batches/results.ts";
import { type WritePolicy, writePolicyOf } from "../changes/write-policy.ts";
import type { Context, Handler, UserHandler } from "../context.ts";
import { actingUserOf, authorFor, type UserInit } from "../people/user.ts";
import { documentMissing } from "../places/documents.ts";
import { type DocumentScope, documentOf } from "../places/scope.ts";
import { insertNewComments, storeComments } from "./add-comments.ts";
import { newState, patchByDraft } from "./annotation-patch.ts";
import { type AnnotationToAdd, annotationsBy, annotationsOf } from "./annotation-to-add.ts";
import { deleteAnnotations, insertAnnotations, type NewAnnotation, setUpdatedAt } from "./annotations.store.ts";
import { changeAnnotations } from "./change-annotations.ts";
import type { CommentToAdd } from "./comment-content.ts";
import { eraseStaleThreads } from "./stale-threads.store.ts";

export const addCommentAnnotations = (context: Context): Handler<"addCommentAnnotations"> => {
  return async (request) => {
    const scope = documentOf(request);
    const annotations = annotationsOf(request.annotations);
    if (await context.documents.ensure(scope, request))
      return { results: await addAnnotations(context, scope, annotations, request.actionUser) };
    return { results: annotations.map(({ annotationId }) => ({ result: documentMissing(annotationId, scope), commentIds: [] })) };
  };
};

export const addCommentAnnotationsByUser = (context: Context): UserHandler<"addCommentAnnotations"> => {
  return async (request) => {
    const actor = await actingUserOf(context, request);
    const annotations = annotationsBy(actor, request.annotations);
    return { results: await addAnnotations(context, documentOf(request), annotations, actor, authorFor(request, actor)) };
  };
};

interface Added {
  readonly result: Result;
  readonly commentIds: string[];
}

/**
 * Creates annotations with their comments in an existing document. An existing annotation is changed and gets the comments that it lacks. A
 * new annotation is not stored when all its comments are refused. With `onlyBy`, existing annotations are changed only if this user wrote
 * them.
 */
async function addAnnotations(
  context: Context,
  scope: DocumentScope,
  items: readonly AnnotationToAdd[],
  actor: UserInit | undefined,
  onlyBy?: string,
): Promise<Added[]> {
  const comments = items.flatMap((item) => item.comments).length;
  // Changing an existing annotation also adds a record to the log.
  const policy = await writePolicyOf(context, scope.apiKeyId, items.length + comments);
  await context.limits.annotations.prepare(scope.apiKeyId, items.length);
  await context.limits.comments.prepare(scope.apiKeyId, comments);
  const creation: Creation = { created: new Set(), withdrawn: new Set(), refused: new Set(), commentOutcomes: new Map() };
  const create = (some: readonly AnnotationToAdd[]) => createAnnotations(context, scope, some, policy, creation);
  const { created, withdrawn, refused, commentOutcomes } = creation;
  await create(items);

  const isThere = ({ annotationId, draft }: AnnotationToAdd) =>
    !created.has(annotationId) && !withdrawn.has(annotationId) && stateOf(context, draft) !== undefined;
  const met = items.filter(isThere);
  if (met.length > 0) {
    await releaseAnnotationIds(context, scope, idsOf(met));
    await create(met);
  }

  const existing = items.filter(isThere);
  const patches = existing.map(({ annotationId, draft }) => ({ annotationId, patch: patchByDraft(draft, actor) }));
  const changed =
    existing.length === 0 ? [] : await changeAnnotations(context, scope, patches, { actor, policy, onlyBy, leavesOthers: true });
  const changedById = new Map(existing.map(({ annotationId }, index) => [annotationId, changed[index] ?? "not_found"]));
  // Annotations that the quota refused were tried as existing ones first. Those that do not exist are created now, with the quota that
  // other annotations of the batch did not use.
  const unmet = existing.filter(({ annotationId }) => refused.has(annotationId) && changedById.get(annotationId) === "not_found");
  if (unmet.length > 0) await create(unmet);
  for (const { annotationId } of unmet) changedById.set(annotationId, "no_room");
  const late = existing.filter((item) => !unmet.includes(item)).flatMap(({ comments }) => comments);
  const lateOutcomes = late.length === 0 ? [] : await storeComments(context, scope, late);
  for (const [index, comment] of late.entries()) commentOutcomes.set(comment, lateOutcomes[index] ?? "not_found");

  return items.map((item) => {
    if (withdrawn.has(item.annotationId)) return withdrawnOf(context, item, commentOutcomes);
    const outcome = created.has(item.annotationId) ? "created" : (changedById.get(item.annotationId) ?? "metadata_too_long");
    return addedOf(context, item, outcome, commentOutcomes);
  });
}

function idsOf(items: readonly AnnotationToAdd[]): string[] {
  return items.map(({ annotationId }) => annotationId);
}

type Outcomes = ReadonlyMap<CommentToAdd, Outcome>;

/** The annotations created so far. */
interface Creation {
  readonly created: Set<string>;
  /** New annotations that were not stored because all their comments were refused. */
  readonly withdrawn: Set<string>;
  /** Annotations that exceed the quota; existing ones need no quota. */
  readonly refused: Set<string>;
  readonly commentOutcomes: Map<CommentToAdd, Outcome>;
}

// In one transaction: readers must not see a thread before its comments, nor a thread that is withdrawn again.
async function createAnnotations(
  context: Context,
  scope: DocumentScope,
  items: readonly AnnotationToAdd[],
  policy: WritePolicy,
  creation: Creation,
): Promise<void> {
  const annotations = items.flatMap(({ annotationId, draft, createdAtMs }): NewAnnotation[] => {
    const state = stateOf(context, draft);
    return state === undefined ? [] : [{ ...state, annotationId, createdAtMs: createdAtMs === undefined ? null : Number(createdAtMs) }];
  });
  const insert = async (tx: Db, granted: readonly NewAnnotation[]) => {
    const inserted = granted.length === 0 ? new Map<string, number>() : await insertAnnotations(tx, scope, granted);
    const started = items.filter(({ annotationId }) => inserted.has(annotationId));
    const comments = started.flatMap((item) => item.comments);
    const { outcomes } = await insertNewComments(context, tx, scope, comments, policy);
    const outcomeOf = new Map(comments.map((comment, index) => [comment, outcomes[index] ?? "not_found"]));
    const isBare = (item: AnnotationToAdd) =>
      item.comments.length > 0 && !item.comments.some((comment) => outcomeOf.get(comment) === "created");
    const withdrawn = idsOf(started.filter(isBare));
    const refs = withdrawn.flatMap((annotationId) => inserted.get(annotationId) ?? []);
    if (refs.length > 0) await deleteAnnotations(tx, scope, refs, logParameters([], policy.immutable));
    for (const annotationId of withdrawn) inserted.delete(annotationId);
    await setUpdatedAt(tx, scope.apiKeyId, givenTimes(started, inserted));
    return { created: inserted, withdrawn, outcomeOf };
  };
  const { result, refused } = await context.database.transaction((tx) =>
    context.limits.annotations.admit(
      scope.apiKeyId,
      annotations,
      (granted) => insert(tx, granted),
      ({ created }) => created.size,
    ),
  );
  for (const annotationId of result.created.keys()) creation.created.add(annotationId);
  for (const annotationId of result.withdrawn) creation.withdrawn.add(annotationId);
  for (const { annotationId } of refused) creation.refused.add(annotationId);
  for (const [comment, outcome] of result.outcomeOf) creation.commentOutcomes.set(comment, outcome);
}

function givenTimes(items: readonly AnnotationToAdd[], refs: ReadonlyMap<string, number>) {
  return items.flatMap(({ annotationId, updatedAtMs }) => {
    const annotationRef = refs.get(annotationId);
    return annotationRef === undefined || updatedAtMs === undefined ? [] : [{ annotationRef, updatedAtMs: Number(updatedAtMs) }];
  });
}

function stateOf({ limits }: Context, draft: CommentAnnotationDraft) {
  return newState(patchByDraft(draft, undefined), limits.metadataBytes);
}

// The annotation fails with the first of its comments that fails; the message names both.
function addedOf(context: Context, { annotationId, comments }: AnnotationToAdd, outcome: Outcome, outcomes: Outcomes): Added {
  const isStored = (comment: CommentToAdd) => ["created", "updated", "unchanged"].includes(outcomes.get(comment) ?? "");
  const isWritten = comments.some((comment) => ["created", "updated"].includes(outcomes.get(comment) ?? ""));
  const result =
    outcome === "unchanged" && isWritten
      ? succeeded(annotationId, "The annotation existed; its comments were added or updated.")
      : storedResult(annotationId, outcome, { thing: "annotation", within: "", quota: context.limits.annotations });
  const failedComment = result.success ? comments.find((comment) => !isStored(comment)) : undefined;
  const commentIds = comments.filter(isStored).map(({ commentId }) => commentId);
  if (failedComment === undefined) return { result, commentIds };
  const { code, message } = refusalOf(context, failedComment, outcomes);
  return { result: { id: annotationId, success: false, code, message: `${result.message} ${message}` }, commentIds };
}

function withdrawnOf(context: Context, { annotationId, comments }: AnnotationToAdd, outcomes: Outcomes): Added {
  const [first] = comments;
  if (first === undefined) throw new Error(`The annotation ${annotationId} has no comment that could have been refused.`);
  const { code, message } = refusalOf(context, first, outcomes);
  return { result: { id: annotationId, success: false, code, message: `${message} Nothing was added.` }, commentIds: [] };
}

function refusalOf({ limits }: Context, comment: CommentToAdd, outcomes: Outcomes): Result {
  return storedResult(comment.commentId, outcomes.get(comment) ?? "not_found", { thing: "comment", within: "", quota: limits.comments });
}

// A deleted document can be added again with the same ids before the erasure has reached its old rows. These rows must not count as
// existing: they are erased first, and the insert is repeated. The insert is also repeated when no old row was found, because the erasure
// may just have deleted it.
async function releaseAnnotationIds({ documents, database }: Context, scope: DocumentScope, ids: readonly string[]): Promise<void> {
  const [untilMs = 0] = await documents.removedUntil(scope, [scope.documentId]);
  if (untilMs > 0) await database.transaction((tx) => eraseStaleThreads(tx, scope, ids, untilMs));
}
