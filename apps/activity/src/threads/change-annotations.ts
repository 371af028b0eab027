import { logParameters } from "../activity-log/log-record.ts";
import { inChunks } from "../batches/in-chunks.ts";
import type { Outcome } from "../batches/results.ts";
import { logRecordsOf } from "../changes/thread-change.ts";
import type { WritePolicy } from "../changes/write-policy.ts";
import type { Context } from "../context.ts";
import type { UserInit } from "../people/user.ts";
import type { DocumentScope } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { countActs } from "../usage/count-acts.ts";
import { authorsOf } from "./annotation-authors.store.ts";
import { type AnnotationPatch, changedState, changesBetween } from "./annotation-patch.ts";
import { type LockedAnnotation, lockAnnotations, updateAnnotations } from "./annotations.store.ts";
import type { AnnotationState } from "./reading/annotation-state.ts";
import { reindexParticipants } from "./reindex-participants.ts";

interface Changed {
  readonly locked: LockedAnnotation;
  readonly after: AnnotationState;
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
  patches: readonly AnnotationPatch[],
  by: ChangedBy,
): Promise<Outcome[]> {
  return inChunks(patches, chunk, (some) => changeChunk(context, scope, some, by));
}

function changeChunk(
  context: Context,
  scope: DocumentScope,
  patches: readonly AnnotationPatch[],
  { actor, policy, onlyBy, leavesOthers = false }: ChangedBy,
): Promise<Outcome[]> {
  return context.database.transaction(async (tx) => {
    const ids = patches.map(({ annotationId }) => annotationId);
    const locked = new Map((await lockAnnotations(tx, scope, ids)).map((annotation) => [annotation.annotationId, annotation]));
    const authors = onlyBy === undefined ? undefined : await authorsOf(tx, scope.apiKeyId, locked.values());
    const changed: Changed[] = [];
    const outcomes = patches.map((patch): Outcome => {
      const annotation = locked.get(patch.annotationId);
      if (annotation === undefined) return "not_found";
      if (authors !== undefined && authors.get(annotation.annotationRef) !== onlyBy) {
        if (leavesOthers) return "unchanged";
        if (saysMore(patch)) return "not_own";
      }
      const after = changedState(annotation, patch, context.limits.metadataBytes);
      if (typeof after === "string") return after;
      changed.push({ locked: annotation, after });
      return "updated";
    });
    if (changed.length === 0) return outcomes;

    const changes = changed.flatMap(({ locked: before, after }) => changesBetween(before.annotationId, before, after, actor));
    const states = changed.map(({ locked: { annotationRef }, after }) => ({ annotationRef, ...after }));
    const reassigned = changed.filter(({ locked: { assigneeId }, after }) => assigneeId !== after.assigneeId);
    const left = await reindexParticipants(
      tx,
      scope,
      reassigned.map((item) => item.locked),
      () => updateAnnotations(tx, scope, states, logParameters(logRecordsOf(changes), policy.immutable)),
      new Map(reassigned.map((item) => [item.locked.annotationRef, item.after.assigneeId])),
    );
    context.limits.activities.note(scope.apiKeyId, changes.length);
    await emitTriggers(tx, scope, policy, changes, { left });
    countActs(context, tx, scope.apiKeyId, changes);
    return outcomes;
  });
}

// Whether the patch changes the annotation itself, not only its status, priority or assignee.
function saysMore({ type, location, metadataJson }: AnnotationPatch): boolean {
  return type !== undefined || location !== undefined || metadataJson !== "";
}
