import type { Context } from "../context.ts";
import { documentsOfActivities, eraseLeftActivities, eraseLeftRecordings, eraseLeftThreads } from "./leftovers.store.ts";
import type { DocumentScope, OrganizationScope } from "./scope.ts";

// A document that was deleted may be added again at once, and filled with the same ids, before its removal has come to what bears them. Whoever adds
// such an id must not be told that it is there: what is there goes, and then it is added once more. That also when nothing was found here: the removal
// may have taken what was met a moment ago.

/** Frees those of the ids that annotations of a deleted document still bear. */
export async function freeAnnotationIds({ access, database }: Context, scope: DocumentScope, ids: readonly string[]): Promise<void> {
  const [untilMs = 0] = await access.removedUntil(scope, [scope.documentId]);
  if (untilMs > 0) await database.transaction((tx) => eraseLeftThreads(tx, scope, ids, untilMs));
}

/** As `freeAnnotationIds`, of recordings. */
export async function freeRecordingIds({ access, database }: Context, scope: DocumentScope, ids: readonly string[]): Promise<void> {
  const [untilMs = 0] = await access.removedUntil(scope, [scope.documentId]);
  if (untilMs > 0) await eraseLeftRecordings(database, scope, ids, untilMs);
}

/** As `freeAnnotationIds`, of records of the activity log, each in a document of its own or in none. */
export async function freeActivityIds({ access, database }: Context, scope: OrganizationScope, ids: readonly string[]): Promise<void> {
  const placed = await documentsOfActivities(database, scope, ids);
  const documentIds = [...new Set(placed.map(({ documentId }) => documentId))];
  if (documentIds.length === 0) return;
  const untils = await access.removedUntil(scope, documentIds);
  const untilOf = new Map(documentIds.map((documentId, index) => [documentId, untils[index] ?? 0]));
  const left = placed.map(({ id, documentId }) => ({ id, untilMs: untilOf.get(documentId) ?? 0 }));
  await eraseLeftActivities(
    database,
    scope,
    left.filter(({ untilMs }) => untilMs > 0),
  );
}
