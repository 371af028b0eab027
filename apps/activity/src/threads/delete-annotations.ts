import type { Result } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { deletionResults } from "@parley/rpc";
import { logParameters } from "../activity-log/log-record.ts";
import { inChunks } from "../batches/in-chunks.ts";
import { logRecordsOf, type ThreadChange } from "../changes/thread-change.ts";
import { type WritePolicy, writePolicyOf } from "../changes/write-policy.ts";
import type { Context } from "../context.ts";
import type { UserInit } from "../people/user.ts";
import type { DocumentScope } from "../places/scope.ts";
import { emitTriggers } from "../triggers/emit-triggers.ts";
import { countActs } from "../usage/count-acts.ts";
import { deleteAnnotations as deleteRows, lockAnnotations } from "./annotations.store.ts";

// The size of a transaction: a bounded number of rows even with full threads.
const chunk = 20;

/**
 * Deletes annotations with everything in them, some at a time: when time runs out, the ones done so far are deleted and a repeat does the
 * rest.
 */
export async function deleteAnnotations(
  context: Context,
  scope: DocumentScope,
  annotationIds: readonly string[],
  actor: UserInit | undefined,
): Promise<Result[]> {
  const ids = [...new Set(annotationIds)];
  const policy = await writePolicyOf(context, scope.apiKeyId, 0);
  const deleted = new Set(await inChunks(ids, chunk, (some) => deleteChunk(context, scope, some, { actor, policy })));
  return deletionResults(
    ids,
    deleted,
    "The annotation was deleted.",
    (id) => `The annotation ${shortened(id)} does not exist in the document ${shortened(scope.documentId)}.`,
  );
}

function deleteChunk(
  context: Context,
  scope: DocumentScope,
  ids: readonly string[],
  { actor, policy }: { actor: UserInit | undefined; policy: WritePolicy },
) {
  return context.database.transaction(async (tx) => {
    const locked = await lockAnnotations(tx, scope, ids);
    const changes = locked.map(({ annotationId }): ThreadChange => ({ trigger: "comment_annotation.delete", annotationId, actor }));
    const refs = locked.map(({ annotationRef }) => annotationRef);
    if (refs.length > 0) await deleteRows(tx, scope, refs, logParameters(logRecordsOf(changes), policy.immutable));
    await emitTriggers(tx, scope, policy, changes);
    countActs(context, tx, scope.apiKeyId, changes);
    return locked.map(({ annotationId }) => annotationId);
  });
}
