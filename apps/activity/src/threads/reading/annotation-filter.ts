import { endOfTimeMs } from "../../paging/page.ts";

/** Filters of annotations. An empty text or list matches every annotation; times are exclusive. */
export interface AnnotationFilter {
  readonly documentIds: readonly string[];
  /** Ids in the one document of `documentIds`. */
  readonly annotationIds: readonly string[];
  readonly locationIds: readonly string[];
  readonly locationName: string;
  readonly statuses: readonly string[];
  /** Users who take part. */
  readonly userIds: readonly string[];
  readonly mentionedUserIds: readonly string[];
  readonly resolvedBy: string;
  readonly createdAfterMs: number;
  readonly createdBeforeMs: number;
  readonly updatedAfterMs: number;
  readonly updatedBeforeMs: number;
}

export const everyAnnotation: AnnotationFilter = {
  documentIds: [],
  annotationIds: [],
  locationIds: [],
  locationName: "",
  statuses: [],
  userIds: [],
  mentionedUserIds: [],
  resolvedBy: "",
  createdAfterMs: -1,
  createdBeforeMs: endOfTimeMs,
  updatedAfterMs: -1,
  updatedBeforeMs: endOfTimeMs,
};

export type AnnotationOrder = "created" | "changedAsc" | "changedDesc";

/** The number of filters that a list has. */
export function filtersIn(filter: AnnotationFilter): number {
  const names = Object.keys(everyAnnotation) as (keyof AnnotationFilter)[];
  return names.filter((name) => {
    const value = filter[name];
    return Array.isArray(value) ? value.length > 0 : value !== everyAnnotation[name];
  }).length;
}
