import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { rowById } from "../../places/fragments.ts";
import type { OrganizationScope } from "../../places/scope.ts";
import { annotations, annotationUsers } from "../../schema.ts";
import { annotationState, stateSql } from "./annotation-state.ts";

export const annotationRow = {
  documentId: annotations.documentId,
  annotationId: annotations.annotationId,
  /** Orders annotations with the same creation time in ms. */
  ref: annotations.annotationRef,
  ...annotationState,
  assignedAtMs: annotations.assignedAtMs,
  reactionCount: annotations.reactionCount,
  threadBytes: annotations.threadBytes,
  createdAtMs: annotations.createdAtMs,
  updatedAtMs: annotations.updatedAtMs,
  /** Whether the annotation matches the filters. The last row scanned is returned in any case. */
  isMatch: types.boolean,
  isScanEnd: types.boolean,
};

/** An annotation of a page. */
export type AnnotationRow = ValuesOf<typeof annotationRow>;

/** Filters of annotations. An empty text or list matches every annotation. */
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

// Each path scans one index in the order of the page, up to a limited number of rows. Filters that the index does not serve are checked row
// by row. The last row scanned is also returned, so that the next page continues there.
const path = (name: string, from: Sql, key: Sql, condition: Sql) =>
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
    sql`select * from (
       select a.${annotations.documentId}, a.${annotations.annotationId}, ${key}.${annotations.annotationRef} as ref,
         ${stateSql.of(sql`a`)},
         a.${annotations.assignedAtMs}, a.${annotations.reactionCount}, a.${annotations.threadBytes}, ${key}.${annotations.createdAtMs}, a.${annotations.updatedAtMs},
         ($documentId::text = '' or a.${annotations.documentId} = $documentId)
           and ($locationId::text = '' or a.${annotations.locationId} = $locationId)
           and ($locationName::text = '' or a.${annotations.locationName} = $locationName)
           and (cardinality($statuses::text[]) = 0 or a.${annotations.status} = any($statuses::text[])) as is_match,
         row_number() over (order by ${key}.${annotations.createdAtMs}, ${key}.${annotations.annotationRef}) =
           $scanRows::bigint as is_scan_end
       from ${from}
       where ${key}.${annotations.apiKeyId} = $apiKeyId and ${key}.${annotations.organizationId} = $organizationId and ${condition}
         and (${key}.${annotations.createdAtMs}, ${key}.${annotations.annotationRef}) > ($afterMs::bigint, $afterRef::bigint)
         and ${key}.${annotations.createdAtMs} < $beforeMs::bigint
       order by ${key}.${annotations.createdAtMs}, ${key}.${annotations.annotationRef}
       limit $scanRows::bigint
     ) seen
     where is_match or is_scan_end
     order by ${annotations.createdAtMs}, ref limit $limit`,
  );

const all = sql`${annotations} a`;
const ofUser = sql`${annotationUsers} u join ${annotations} a on a.${annotations.apiKeyId} = $apiKeyId
  and a.${annotations.annotationRef} = u.${annotationUsers.annotationRef}`;

const byId = path(
  "by_id",
  sql`(select distinct id from unnest($annotationIds::text[]) as i (id)) i cross join ${rowById("annotations", sql`i.id`, sql`*`)} a`,
  sql`a`,
  sql`true`,
);
const byUser = path("by_user", ofUser, sql`u`, sql`u.${annotationUsers.userId} = $userId`);
const byUserInDocument = path(
  "by_user_in_document",
  ofUser,
  sql`u`,
  sql`u.${annotationUsers.userId} = $userId and u.${annotationUsers.documentId} = $documentId`,
);
const byLocation = path(
  "by_location",
  all,
  sql`a`,
  sql`a.${annotations.documentId} = $documentId and a.${annotations.locationId} = $locationId`,
);
const byLocationName = path(
  "by_location_name",
  all,
  sql`a`,
  sql`a.${annotations.documentId} = $documentId and a.${annotations.locationName} is not null
    and md5(a.${annotations.locationName}) = md5($locationName::text)`,
);
const byStatus = path("by_status", all, sql`a`, sql`a.${annotations.documentId} = $documentId and a.${annotations.status} = $status`);
const byDocument = path("by_document", all, sql`a`, sql`a.${annotations.documentId} = $documentId`);
const byOrganization = path("by_organization", all, sql`a`, sql`true`);

/** Annotations that match all filters, oldest first, after a key and before a time. Uses the most selective index. */
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
