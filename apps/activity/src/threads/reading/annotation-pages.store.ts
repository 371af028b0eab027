import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { rowById } from "../../places/fragments.ts";
import type { OrganizationScope } from "../../places/scope.ts";
import { annotations } from "../../schema.ts";
import { annotationState, stateSql } from "./annotation-state.ts";

const annotationRow = {
  documentId: annotations.documentId,
  annotationId: annotations.annotationId,
  /** Orders annotations that were created in the same millisecond. */
  ref: annotations.annotationRef,
  ...annotationState,
  reactionCount: annotations.reactionCount,
  threadBytes: annotations.threadBytes,
  createdAtMs: annotations.createdAtMs,
  updatedAtMs: annotations.updatedAtMs,
  /** Whether it matches the filters; the last row examined is returned in any case. */
  isMatch: types.boolean,
  isScanEnd: types.boolean,
};

/** An annotation of a page. */
export type AnnotationRow = ValuesOf<typeof annotationRow>;

/** The filters; empty texts and lists match any. */
export interface AnnotationFilter {
  readonly documentId: string;
  readonly annotationIds: readonly string[];
  readonly locationId: string;
  readonly locationName: string;
  readonly statuses: readonly string[];
  readonly userId: string;
}

interface Page {
  readonly afterMs: number;
  readonly afterRef: number;
  readonly beforeMs: number;
  readonly limit: number;
  readonly scanRows: number;
}

// Each path reads one index in the order of the page and examines a limited number of rows; filters that its index does not serve are
// checked row by row. The row where it stopped is returned as well, so that the next page continues there.
const path = (name: string, from: string, key: string, condition: string) =>
  statement(
    `activity.annotations_${name}`,
    {
      documentId: types.text,
      locationId: types.text,
      locationName: types.text,
      statuses: listOf(types.text),
      scanRows: types.bigint,
      annotationIds: listOf(types.text),
      apiKeyId: types.text,
      organizationId: types.text,
      afterMs: types.bigint,
      afterRef: types.bigint,
      beforeMs: types.bigint,
      limit: types.bigint,
      userId: types.text,
      status: types.text,
    },
    annotationRow,
    `select * from (
       select a.document_id, a.annotation_id, ${key}.annotation_ref as ref, ${stateSql.of("a")}, a.reaction_count, a.thread_bytes, ${key}.created_at_ms, a.updated_at_ms,
         ($documentId::text = '' or a.document_id = $documentId) and ($locationId::text = '' or a.location_id = $locationId)
           and ($locationName::text = '' or a.location_name = $locationName)
           and (cardinality($statuses::text[]) = 0 or a.status = any($statuses::text[])) as is_match,
         row_number() over (order by ${key}.created_at_ms, ${key}.annotation_ref) = $scanRows::bigint as is_scan_end
       from ${from}
       where ${key}.api_key_id = $apiKeyId and ${key}.organization_id = $organizationId and ${condition}
         and (${key}.created_at_ms, ${key}.annotation_ref) > ($afterMs::bigint, $afterRef::bigint) and ${key}.created_at_ms < $beforeMs::bigint
       order by ${key}.created_at_ms, ${key}.annotation_ref
       limit $scanRows::bigint
     ) seen
     where is_match or is_scan_end
     order by created_at_ms, ref limit $limit`,
  );

const all = "annotations a";
const ofUser = "annotation_users u join annotations a on a.api_key_id = $apiKeyId and a.annotation_ref = u.annotation_ref";

const byId = path(
  "by_id",
  `(select distinct id from unnest($annotationIds::text[]) as i (id)) i cross join ${rowById("annotations", "i.id", "*")} a`,
  "a",
  "true",
);
const byUser = path("by_user", ofUser, "u", "u.user_id = $userId");
const byUserInDocument = path("by_user_in_document", ofUser, "u", "u.user_id = $userId and u.document_id = $documentId");
const byLocation = path("by_location", all, "a", "a.document_id = $documentId and a.location_id = $locationId");
const byLocationName = path(
  "by_location_name",
  all,
  "a",
  "a.document_id = $documentId and a.location_name is not null and md5(a.location_name) = md5($locationName::text)",
);
const byStatus = path("by_status", all, "a", "a.document_id = $documentId and a.status = $status");
const byDocument = path("by_document", all, "a", "a.document_id = $documentId");
const byOrganization = path("by_organization", all, "a", "true");

/** Annotations that match all filters, oldest first, after a key and before a time, along the most selective index. */
export function selectAnnotations(db: Db, scope: OrganizationScope, filter: AnnotationFilter, page: Page): Promise<AnnotationRow[]> {
  return db.rows(pathOf(filter), { ...scope, ...filter, ...page, status: filter.statuses[0] ?? "" });
}

function pathOf({ annotationIds, userId, documentId, locationId, locationName, statuses }: AnnotationFilter) {
  if (annotationIds.length > 0) return byId;
  if (userId !== "") return documentId === "" ? byUser : byUserInDocument;
  if (locationId !== "") return byLocation;
  if (locationName !== "") return byLocationName;
  if (documentId === "") return byOrganization;
  return statuses.length === 1 ? byStatus : byDocument;
}
