import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { rowById } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { activities } from "../schema.ts";

const activityRow = {
  id: activities.activityId,
  /** Orders records with the same creation time in ms. */
  ref: activities.activityRef,
  documentId: activities.documentId,
  featureType: activities.featureType,
  actionType: activities.actionType,
  actionUser: activities.actionUser,
  changes: activities.changes,
  entityData: activities.entityData,
  entityTargetData: activities.entityTargetData,
  targetEntityId: activities.targetEntityId,
  targetSubEntityId: activities.targetSubEntityId,
  template: activities.displayMessageTemplate,
  templateData: activities.displayMessageTemplateData,
  actionIcon: activities.actionIcon,
  immutable: activities.immutable,
  createdAtMs: activities.createdAtMs,
  updatedAtMs: activities.updatedAtMs,
  /** Whether the record matches the filters. The last row scanned is returned in any case. */
  isMatch: types.boolean,
  isScanEnd: types.boolean,
};

/** A record of a page. JSON columns are JSON text. */
export type ActivityRow = ValuesOf<typeof activityRow>;

/** Filters of the activity log. An empty text or list matches every record. */
export interface ActivityFilter {
  readonly documentId: string;
  readonly activityIds: readonly string[];
  readonly userId: string;
  readonly featureTypes: readonly string[];
  readonly actionTypes: readonly string[];
}

interface Page {
  readonly afterMs: number;
  readonly beforeMs: number;
  readonly beforeRef: number;
  readonly limit: number;
  readonly scanRows: number;
}

const columns = sql`${activities.activityId} as id, ${activities.activityRef} as ref, ${activities.documentId}, ${activities.featureType},
${activities.actionType}, ${activities.actionUser}, ${activities.changes}, ${activities.entityData},
${activities.entityTargetData}, ${activities.targetEntityId}, ${activities.targetSubEntityId},
${activities.displayMessageTemplate} as template, ${activities.displayMessageTemplateData} as template_data, ${activities.actionIcon},
    ${activities.immutable}, ${activities.createdAtMs}, ${activities.updatedAtMs}`;

// Like the paths of annotations, but newest first: each path scans the same kind of index backwards.
const path = (name: string, condition: Sql, from = sql`${activities}`) =>
  statement(
    `activity.activities_${name}`,
    {
      documentId: types.text,
      userId: types.text,
      featureTypes: listOf(types.text),
      actionTypes: listOf(types.text),
      scanRows: types.bigint,
      activityIds: listOf(types.text),
      apiKeyId: types.text,
      organizationId: types.text,
      beforeMs: types.bigint,
      beforeRef: types.bigint,
      afterMs: types.bigint,
      limit: types.bigint,
    },
    activityRow,
    sql`select * from (
       select ${columns},
         ($documentId::text = '' or coalesce(${activities.documentId} = $documentId, false))
           and ($userId::text = '' or coalesce(${activities.actionUserId} = $userId, false))
           and (cardinality($featureTypes::text[]) = 0 or ${activities.featureType} = any($featureTypes::text[]))
           and (cardinality($actionTypes::text[]) = 0 or ${activities.actionType} = any($actionTypes::text[])) as is_match,
         row_number() over (order by ${activities.createdAtMs} desc, ${activities.activityRef} desc) = $scanRows::bigint as is_scan_end
       from ${from}
       where ${activities.apiKeyId} = $apiKeyId and ${activities.organizationId} = $organizationId and ${condition}
         and (${activities.createdAtMs}, ${activities.activityRef}) < ($beforeMs::bigint, $beforeRef::bigint)
         and ${activities.createdAtMs} > $afterMs::bigint
       order by ${activities.createdAtMs} desc, ${activities.activityRef} desc
       limit $scanRows::bigint
     ) seen
     where is_match or is_scan_end
     order by ${activities.createdAtMs} desc, ref desc limit $limit`,
  );

const byId = path(
  "by_id",
  sql`true`,
  sql`(select distinct id from unnest($activityIds::text[]) as i (id)) i cross join ${rowById("activities", sql`i.id`, sql`*`)} x`,
);
const byUser = path("by_user", sql`${activities.actionUserId} = $userId`);
const byDocument = path("by_document", sql`${activities.documentId} = $documentId`);
const byOrganization = path("by_organization", sql`true`);

/** Records that match all filters, newest first, before a key and after a time. Uses the most selective index. */
export function selectActivities(db: Db, scope: OrganizationScope, filter: ActivityFilter, page: Page): Promise<ActivityRow[]> {
  return db.rows(pathOf(filter), { ...scope, ...filter, ...page });
}

function pathOf({ activityIds, userId, documentId }: ActivityFilter) {
  if (activityIds.length > 0) return byId;
  if (userId !== "") return byUser;
  return documentId === "" ? byOrganization : byDocument;
}
