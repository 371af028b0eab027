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
  metadata: activities.metadata,
  isActivityResolverUsed: activities.isActivityResolverUsed,
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
  readonly targetEntityId: string;
  readonly userId: string;
  readonly featureTypes: readonly string[];
  readonly actionTypes: readonly string[];
}

interface Page {
  /** Oldest first instead of newest first. */
  readonly ascending: boolean;
  /** The key behind which the page begins, and the time before which, in the order of the page, it ends. */
  readonly fromMs: number;
  readonly fromRef: number;
  readonly untilMs: number;
  readonly limit: number;
  readonly scanRows: number;
}

const columns = sql`${activities.activityId} as id, ${activities.activityRef} as ref, ${activities.documentId}, ${activities.featureType},
${activities.actionType}, ${activities.actionUser}, ${activities.changes}, ${activities.entityData},
${activities.entityTargetData}, ${activities.targetEntityId}, ${activities.targetSubEntityId},
${activities.displayMessageTemplate} as template, ${activities.displayMessageTemplateData} as template_data, ${activities.actionIcon},
${activities.immutable}, ${activities.metadata}, ${activities.isActivityResolverUsed}, ${activities.createdAtMs}, ${activities.updatedAtMs}`;

const [time, ref] = [activities.createdAtMs, activities.activityRef];
const ascending = {
  direction: sql`asc`,
  range: sql`(${time}, ${ref}) > ($fromMs::bigint, $fromRef::bigint) and ${time} < $untilMs::bigint`,
};
const descending = {
  direction: sql`desc`,
  range: sql`(${time}, ${ref}) < ($fromMs::bigint, $fromRef::bigint) and ${time} > $untilMs::bigint`,
};

// Like the paths of annotations: each path scans one index, forwards or backwards.
const ordered = (name: string, condition: Sql, from: Sql, { direction, range } = descending) =>
  statement(
    `activity.activities_${name}`,
    {
      documentId: types.text,
      targetEntityId: types.text,
      userId: types.text,
      featureTypes: listOf(types.text),
      actionTypes: listOf(types.text),
      scanRows: types.bigint,
      activityIds: listOf(types.text),
      apiKeyId: types.text,
      organizationId: types.text,
      fromMs: types.bigint,
      fromRef: types.bigint,
      untilMs: types.bigint,
      limit: types.bigint,
    },
    activityRow,
    sql`select * from (
       select ${columns},
         ($documentId::text = '' or coalesce(${activities.documentId} = $documentId, false))
           and ($targetEntityId::text = '' or coalesce(${activities.targetEntityId} = $targetEntityId, false))
           and ($userId::text = '' or coalesce(${activities.actionUserId} = $userId, false))
           and (cardinality($featureTypes::text[]) = 0 or ${activities.featureType} = any($featureTypes::text[]))
           and (cardinality($actionTypes::text[]) = 0 or ${activities.actionType} = any($actionTypes::text[])) as is_match,
         row_number() over (order by ${time} ${direction}, ${ref} ${direction}) = $scanRows::bigint as is_scan_end
       from ${from}
       where ${activities.apiKeyId} = $apiKeyId and ${activities.organizationId} = $organizationId and ${condition} and ${range}
       order by ${time} ${direction}, ${ref} ${direction}
       limit $scanRows::bigint
     ) seen
     where is_match or is_scan_end
     order by ${time} ${direction}, ref ${direction} limit $limit`,
  );

const path = (name: string, condition: Sql, from = sql`${activities}`) => ({
  newestFirst: ordered(name, condition, from),
  oldestFirst: ordered(`${name}_ascending`, condition, from, ascending),
});

const byId = path(
  "by_id",
  sql`true`,
  sql`(select distinct id from unnest($activityIds::text[]) as i (id)) i cross join ${rowById("activities", sql`i.id`, sql`*`)} x`,
);
const byTarget = path("by_target", sql`${activities.targetEntityId} = $targetEntityId`);
const byUser = path("by_user", sql`${activities.actionUserId} = $userId`);
const byDocument = path("by_document", sql`${activities.documentId} = $documentId`);
const byOrganization = path("by_organization", sql`true`);

/** Records that match all filters, in order, behind a key and before a time. Uses the most selective index. */
export function selectActivities(
  db: Db,
  scope: OrganizationScope,
  filter: ActivityFilter,
  { ascending, ...page }: Page,
): Promise<ActivityRow[]> {
  const { newestFirst, oldestFirst } = pathOf(filter);
  return db.rows(ascending ? oldestFirst : newestFirst, { ...scope, ...filter, ...page });
}

function pathOf({ activityIds, targetEntityId, userId, documentId }: ActivityFilter) {
  if (activityIds.length > 0) return byId;
  if (targetEntityId !== "") return byTarget;
  if (userId !== "") return byUser;
  return documentId === "" ? byOrganization : byDocument;
}
