import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { rowById } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { activities } from "../schema.ts";

const activityRow = {
  id: activities.activityId,
  /** Orders records that were created in the same millisecond. */
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
  /** Whether it matches the filters; the last row examined is returned in any case. */
  isMatch: types.boolean,
  isScanEnd: types.boolean,
};

/** A record of a page; JSON columns are JSON text. */
export type ActivityRow = ValuesOf<typeof activityRow>;

/** The filters; empty texts and lists match any. */
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

const columns = `activity_id as id, activity_ref as ref, document_id, feature_type, action_type, action_user, changes, entity_data,
  entity_target_data, target_entity_id, target_sub_entity_id,
  display_message_template as template, display_message_template_data as template_data, action_icon, immutable, created_at_ms, updated_at_ms`;

// As for annotations, but newest first: the same indexes, read backwards.
const path = (name: string, condition: string, from = "activities") =>
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
    `select * from (
       select ${columns},
         ($documentId::text = '' or coalesce(document_id = $documentId, false)) and ($userId::text = '' or coalesce(action_user_id = $userId, false))
           and (cardinality($featureTypes::text[]) = 0 or feature_type = any($featureTypes::text[]))
           and (cardinality($actionTypes::text[]) = 0 or action_type = any($actionTypes::text[])) as is_match,
         row_number() over (order by created_at_ms desc, activity_ref desc) = $scanRows::bigint as is_scan_end
       from ${from}
       where api_key_id = $apiKeyId and organization_id = $organizationId and ${condition}
         and (created_at_ms, activity_ref) < ($beforeMs::bigint, $beforeRef::bigint) and created_at_ms > $afterMs::bigint
       order by created_at_ms desc, activity_ref desc
       limit $scanRows::bigint
     ) seen
     where is_match or is_scan_end
     order by created_at_ms desc, ref desc limit $limit`,
  );

const byId = path(
  "by_id",
  "true",
  `(select distinct id from unnest($activityIds::text[]) as i (id)) i cross join ${rowById("activities", "i.id", "*")} x`,
);
const byUser = path("by_user", "action_user_id = $userId");
const byDocument = path("by_document", "document_id = $documentId");
const byOrganization = path("by_organization", "true");

/** Records that match all filters, newest first, before a key and after a time, along the most selective index. */
export function selectActivities(db: Db, scope: OrganizationScope, filter: ActivityFilter, page: Page): Promise<ActivityRow[]> {
  return db.rows(pathOf(filter), { ...scope, ...filter, ...page });
}

function pathOf({ activityIds, userId, documentId }: ActivityFilter) {
  if (activityIds.length > 0) return byId;
  if (userId !== "") return byUser;
  return documentId === "" ? byOrganization : byDocument;
}
