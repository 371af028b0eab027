import type { Db } from "@parley/database";
import { logParameters } from "../activity-log/log-record.ts";
import { inChunks, type Outcome } from "../batches/results.ts";
import { countActs, logRecordsOf } from "../changes/thread-change.ts";
import type { WritePolicy } from "../changes/write-policy.ts";
import type { Context } from "../context.ts";
import type { UserInit } from "../people/user.ts";
import type { DocumentScope } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { authorsOf } from "./annotation-authors.store.ts";
import { type AnnotationPatch, changedState, changesBetween } from "./annotation-patch.ts";
import { type LockedAnnotation, lockAnnotations, setUpdatedAt, updateAnnotations } from "./annotations.store.ts";
import { moveThread } from "./move-thread.ts";
import { type AnnotationState, stateOf } from "./reading/annotation-state.ts";
import { reindexParticipants } from "./reindex-participants.ts";

/** A change of one annotation. */
interface AnnotationToChange {
  readonly annotationId: string;
  readonly patch: AnnotationPatch;
}

interface Changed {
  readonly locked: LockedAnnotation;
  readonly after: AnnotationState;
  readonly times: Times | undefined;
}

interface ChangedBy {
  readonly actor: UserInit | undefined;
  readonly policy: WritePolicy;
  /**
   * If given, only annotations of this author may be changed. A patch of only status, priority and assignee may change every annotation.
   */
  readonly onlyBy?: string | undefined;
  /** Whether a patch of another author's annotation is ignored instead of failing. */
  readonly leavesOthers?: boolean;
}

// The size of a transaction: a new assignee affects every comment of a thread.
const chunk = 50;

/** Changes existing annotations in chunks. Returns the outcome of each in order. */
export function changeAnnotations(
  context: Context,
  scope: DocumentScope,
  items: readonly AnnotationToChange[],
  by: ChangedBy,
): Promise<Outcome[]> {
  return inChunks(items, chunk, (some) => changeChunk(context, scope, some, by));
}

function changeChunk(
  context: Context,
  scope: DocumentScope,
  items: readonly AnnotationToChange[],
  { actor, policy, onlyBy, leavesOthers = false }: ChangedBy,
): Promise<Outcome[]> {
  return context.database.transaction(async (tx) => {
    const ids = items.map(({ annotationId }) => annotationId);
    const locked = new Map((await lockAnnotations(tx, scope, ids)).map((annotation) => [annotation.annotationId, annotation]));
    const authors = onlyBy === undefined ? undefined : await authorsOf(tx, scope.apiKeyId, locked.values());
    const changed: Changed[] = [];
    const outcomes = items.map(({ annotationId, patch }): Outcome => {
      const annotation = locked.get(annotationId);
      if (annotation === undefined) return "not_found";
      if (authors !== undefined && authors.get(annotation.annotationRef) !== onlyBy) {
        if (leavesOthers) return "unchanged";
        if (saysMore(patch)) return "not_own";
      }
      const after = changedState(annotation, patch, context.limits.metadataBytes);
      const times = timesOf(annotation, patch);
      if (after === "unchanged" && times !== undefined) changed.push({ locked: annotation, after: annotation, times });
      else if (typeof after === "string") return after;
      else changed.push({ locked: annotation, after, times });
      return "updated";
    });
    if (changed.length > 0) await store(context, scope, changed, { actor, policy, tx });
    return outcomes;
  });
}

async function store(
  context: Context,
  scope: DocumentScope,
  changed: readonly Changed[],
  { actor, policy, tx }: Pick<ChangedBy, "actor" | "policy"> & { readonly tx: Db },
): Promise<void> {
  const changes = changed.flatMap(({ locked: before, after }) => changesBetween(before.annotationId, before, after, actor));
  const states = changed.map(({ locked: { annotationRef }, after, times }) => ({
    ...stateOf(after),
    annotationRef,
    createdAtMs: times?.createdAtMs ?? null,
  }));
  const reassigned = changed.filter(({ locked: { assigneeId }, after }) => assigneeId !== after.assigneeId);
  const left = await reindexParticipants(
    tx,
    scope,
    reassigned.map((item) => item.locked),
    () => updateAnnotations(tx, scope, states, logParameters(logRecordsOf(changes), policy.immutable)),
    new Map(reassigned.map((item) => [item.locked.annotationRef, item.after.assigneeId])),
  );
  context.limits.activities.note(scope.apiKeyId, changes.length);
  for (const { locked, after, times } of changed) {
    if (times?.createdAtMs !== undefined) await moveThread(tx, scope, { ...locked, assigneeId: after.assigneeId }, times.createdAtMs);
  }
  await emitTriggers(tx, scope, policy, changes, { left });
  await setUpdatedAt(
    tx,
    scope.apiKeyId,
    changed.flatMap(({ locked: { annotationRef }, times: { updatedAtMs } = {} }) =>
      updatedAtMs === undefined ? [] : [{ annotationRef, updatedAtMs }],
    ),
  );
  countActs(context, tx, scope.apiKeyId, changes);
}

interface Times {
  readonly createdAtMs?: number | undefined;
  readonly updatedAtMs?: number | undefined;
}

// The times that the patch gives to the annotation; undefined if there are none.
function timesOf(locked: LockedAnnotation, patch: AnnotationPatch): Times | undefined {
  const createdAtMs = patch.createdAtMs === locked.createdAtMs ? undefined : patch.createdAtMs;
  return createdAtMs === undefined && patch.updatedAtMs === undefined ? undefined : { createdAtMs, updatedAtMs: patch.updatedAtMs };
}

// Whether the patch changes the annotation itself, not only its status, priority or assignee.
function saysMore({ type, location, metadataJson, detailsJson }: AnnotationPatch): boolean {
  return type !== undefined || location !== undefined || metadataJson !== "" || detailsJson !== "";
}
