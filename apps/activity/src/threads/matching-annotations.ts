import { Failure } from "@parley/kernel";
import type { Context } from "../context.ts";
import type { DocumentScope } from "../places/scope.ts";
import { everyAnnotation } from "./reading/annotation-filter.ts";
import { selectAnnotations } from "./reading/annotation-pages.ts";

/** Annotations of a document: those that match each list that is not empty. */
export interface Matching {
  readonly annotationIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly userIds: readonly string[];
}

// What one request changes. Its answer has an entry for each.
const mostMatching = 10_000;
const readAtOnce = 1_000;

/**
 * The ids of matching annotations, and those requested ids that match nothing, which have to be reported. Fails with `failed_precondition`
 * when there are too many for a request.
 */
export async function matchingAnnotations(
  { database, limits }: Context,
  scope: DocumentScope,
  { annotationIds, locationIds, userIds }: Matching,
): Promise<{ matching: string[]; others: string[] }> {
  const requested = [...new Set(annotationIds)];
  // Whether they exist is known once they are locked.
  if (requested.length > 0 && locationIds.length === 0 && userIds.length === 0) return { matching: requested, others: [] };
  const filter = { ...everyAnnotation, documentIds: [scope.documentId], annotationIds: requested, locationIds, userIds };
  const matching: string[] = [];
  for (let behind: readonly [number, number] | undefined, isEnd = false; !isEnd; ) {
    const page = { order: "created", behind, limit: readAtOnce, scanRows: Math.max(limits.scannedRows, readAtOnce) } as const;
    const rows = await selectAnnotations(database, scope, filter, page);
    matching.push(...rows.filter(({ isMatch }) => isMatch).map(({ annotationId }) => annotationId));
    if (matching.length > mostMatching) throw tooMany(scope.documentId);
    const last = rows.at(-1);
    isEnd = last === undefined || (rows.length < readAtOnce && !last.isScanEnd);
    if (last !== undefined) behind = [last.createdAtMs, last.ref];
  }
  const found = new Set(matching);
  return { matching, others: requested.filter((id) => !found.has(id)) };
}

function tooMany(documentId: string): Failure {
  const message = `More than ${mostMatching} annotations of the document ${documentId} match; name fewer, by annotationIds, locationIds or userIds.`;
  return new Failure("failed_precondition", message, { reason: "too_many" });
}
