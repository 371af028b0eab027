import type { Db } from "@parley/database";
import { endOfTimeMs } from "../../paging/page.ts";
import type { OrganizationScope } from "../../places/scope.ts";
import { type AnnotationFilter, type AnnotationOrder, filtersIn } from "./annotation-filter.ts";
import { type AnnotationRow, annotationPaths } from "./annotation-paths.store.ts";

/** The part of a list to be read. */
export interface AnnotationPage {
  readonly order: AnnotationOrder;
  /** Where the list continues: the time and ref of the last row; undefined for its beginning. */
  readonly behind: readonly [ms: number, ref: number] | undefined;
  readonly limit: number;
  /** The most rows that are examined. */
  readonly scanRows: number;
}

/** Annotations that match all filters, in order. Uses the most selective index. */
export function selectAnnotations(
  db: Db,
  scope: OrganizationScope,
  filter: AnnotationFilter,
  { order, behind, limit, scanRows }: AnnotationPage,
): Promise<AnnotationRow[]> {
  const { path, serves, ranges } = pathOf(filter, order);
  const [fromMs, fromRef] = behind ?? beginningOf(filter, order);
  const { apiKeyId, organizationId } = scope;
  return db.rows(annotationPaths[path], {
    apiKeyId,
    organizationId,
    ...filter,
    fromMs,
    fromRef,
    untilMs: endOf(filter, order),
    limit,
    // Of each of several ranges the first rows are read. The next page continues if filters rejected some.
    scanRows: ranges === 1 ? scanRows : Math.max(limit, filtersIn(filter) > serves ? Math.ceil(scanRows / ranges) : limit),
  });
}

/** The time of a row by which a list is in order. */
export function orderMs({ createdAtMs, updatedAtMs }: AnnotationRow, order: AnnotationOrder): number {
  return order === "created" ? createdAtMs : updatedAtMs;
}

function beginningOf(filter: AnnotationFilter, order: AnnotationOrder): readonly [number, number] {
  if (order === "changedDesc") return [filter.updatedBeforeMs, -1];
  return [order === "created" ? filter.createdAfterMs : filter.updatedAfterMs, endOfTimeMs];
}

function endOf(filter: AnnotationFilter, order: AnnotationOrder): number {
  if (order === "changedDesc") return filter.updatedAfterMs;
  return order === "created" ? filter.createdBeforeMs : filter.updatedBeforeMs;
}

interface Path {
  readonly path: keyof typeof annotationPaths;
  /** The number of filters that the path serves by itself, and of ranges of its index that it reads. */
  readonly serves: number;
  readonly ranges: number;
}

const only = (path: Path["path"], serves = 1): Path => ({ path, serves, ranges: 1 });

function pathOf(filter: AnnotationFilter, order: AnnotationOrder): Path {
  const { annotationIds, userIds, mentionedUserIds, documentIds, locationIds, locationName, statuses, resolvedBy } = filter;
  const isOfDocument = documentIds.length === 1;
  if (order === "changedAsc") return only(isOfDocument ? "byChangeInDocument" : "byChange");
  if (order === "changedDesc") return only(isOfDocument ? "byLastChangeInDocument" : "byLastChange");
  const oneOf = (ids: readonly string[], one: Path["path"], several: Path["path"], serves = 1): Path =>
    ids.length === 1 ? only(one, serves) : { path: several, serves, ranges: ids.length };
  if (annotationIds.length > 0 && isOfDocument) return only("byId", 2);
  if (resolvedBy !== "") return only("byStatusUser");
  if (mentionedUserIds.length > 0) return oneOf(mentionedUserIds, "byMention", "byMentions");
  if (userIds.length > 0 && isOfDocument) return oneOf(userIds, "byUserInDocument", "byUsersInDocument", 2);
  if (userIds.length > 0) return oneOf(userIds, "byUser", "byUsers");
  if (documentIds.length === 0) return only("byOrganization", 0);
  if (!isOfDocument) return { path: "byDocuments", serves: 1, ranges: documentIds.length };
  if (locationIds.length > 0) return oneOf(locationIds, "byLocation", "byLocations", 2);
  if (locationName !== "") return only("byLocationName", 2);
  if (statuses.length > 0) return oneOf(statuses, "byStatus", "byStatuses", 2);
  return only("byDocument");
}
