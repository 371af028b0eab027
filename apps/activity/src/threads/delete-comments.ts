import { logRecord } from "../activity-log/log-record.ts";
import type { Context } from "../context.ts";
import { failed, type Result, succeeded } from "../results.ts";
import type { DocumentScope } from "../scope.ts";
import { holdAnnotations } from "../store/annotations.ts";
import { selectCommentsById } from "../store/comment-rows.ts";
import { deleteComments as deleteRows } from "../store/comments.ts";
import { logParameters } from "../store/fragments.ts";
import type { UserInit } from "../user.ts";
import { movePeople } from "./move-people.ts";
import { logEntryOf } from "./thread-change.ts";

/** Deletes comments of one annotation. */
export async function deleteComments(
  context: Context,
  scope: DocumentScope,
  { annotationId, commentIds, actor }: { annotationId: string; commentIds: readonly string[]; actor: UserInit | undefined },
): Promise<Result[]> {
  const ids = [...new Set(commentIds)];
  const immutable = await context.logPolicy.isImmutable(scope.apiKeyId);
  const deleted = await context.database.transaction(async (tx) => {
    const [annotation] = await holdAnnotations(tx, scope, [annotationId]);
    if (annotation === undefined) return new Set<string>();
    const { annotationRef } = annotation;
    const rows = await selectCommentsById(
      tx,
      scope.apiKeyId,
      ids.map(() => annotationRef),
      ids,
    );
    const existing = rows.map(({ commentId }) => commentId);
    if (existing.length === 0) return new Set<string>();
    const records = existing.map((commentId, index) =>
      logRecord(index + 1, logEntryOf({ trigger: "comment.delete", annotationId, commentId, actor })),
    );
    await movePeople(tx, scope, [annotation], () => deleteRows(tx, scope, annotationRef, existing, logParameters(records, immutable)));
    return new Set(existing);
  });
  return ids.map((id) =>
    deleted.has(id)
      ? succeeded(id, "The comment was deleted.")
      : failed(id, "not_found", `The comment ${id} does not exist in the annotation ${annotationId}.`),
  );
}
