import { type Db, statement } from "@parley/database";
import { types, type ValuesOf } from "@parley/database/schema";
import { rowById } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { activities } from "../schema.ts";

/** The changeable values of a record: null clears, undefined keeps. JSON values are JSON text. */
interface ActivityValues {
  readonly changes?: string | null;
  readonly entityData?: string | null;
  readonly entityTargetData?: string | null;
  readonly template?: string | null;
  readonly templateData?: string | null;
  readonly actionIcon?: string | null;
}

export interface NewActivityColumns extends ActivityValues {
  readonly id: string;
  readonly documentId: string | null;
  readonly featureType: string;
  readonly actionType: string;
  readonly actionUserId: string | null;
  readonly actionUser: string | null;
  readonly targetEntityId: string | null;
  readonly targetSubEntityId: string | null;
  readonly immutable: boolean;
  /** null means now. */
  readonly createdAtMs: number | null;
}

const insert = statement(
  "activity.activities_insert",
  { apiKeyId: activities.apiKeyId, organizationId: activities.organizationId, activities: types.json },
  { id: activities.activityId },
  `insert into activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, action_user_id, action_user, changes,
     entity_data, entity_target_data, display_message_template, display_message_template_data, action_icon, immutable, created_at_ms,
     target_entity_id, target_sub_entity_id)
   select $apiKeyId, $organizationId, i.id, i."documentId", i."featureType", i."actionType", i."actionUserId", i."actionUser"::json, i.changes::json,
     i."entityData"::json, i."entityTargetData"::json, i.template, i."templateData"::json, i."actionIcon", i.immutable,
     coalesce(i."createdAtMs", now_ms()), i."targetEntityId", i."targetSubEntityId"
   from json_to_recordset($activities::json) as i (id text, "documentId" text, "featureType" text, "actionType" text, "actionUserId" text,
     "actionUser" text, changes text, "entityData" text, "entityTargetData" text, template text, "templateData" text, "actionIcon" text,
     immutable boolean, "createdAtMs" bigint, "targetEntityId" text, "targetSubEntityId" text)
   order by i.id collate "C"
   on conflict (api_key_id, organization_id, activity_id) do nothing
   returning activity_id as id`,
);

/** Adds records that do not exist, and returns their ids. */
export async function insertActivities(db: Db, scope: OrganizationScope, activities: readonly NewActivityColumns[]): Promise<Set<string>> {
  const rows = await db.rows(insert, { ...scope, activities: JSON.stringify(activities) });
  return new Set(rows.map(({ id }) => id));
}

export interface ActivityChangeColumns extends ActivityValues {
  readonly id: string;
}

const lockedActivity = {
  id: activities.activityId,
  immutable: activities.immutable,
  /** Whether the change would alter it. */
  differs: types.boolean,
  /** The ctid of its row. */
  place: types.tid,
};

/** A record that exists, with the effect that a change would have on it. */
export type LockedActivity = ValuesOf<typeof lockedActivity>;

const fields = {
  changes: { column: "changes", isJson: true },
  entityData: { column: "entity_data", isJson: true },
  entityTargetData: { column: "entity_target_data", isJson: true },
  template: { column: "display_message_template", isJson: false },
  templateData: { column: "display_message_template_data", isJson: true },
  actionIcon: { column: "action_icon", isJson: false },
} as const satisfies Record<keyof ActivityValues, { column: string; isJson: boolean }>;

const differs = Object.entries(fields)
  .map(([name, { column }]) => `('${name}' = any(i.given) and a.${column}::text is distinct from i."${name}")`)
  .join(" or ");
const assignments = Object.entries(fields)
  .map(
    ([name, { column, isJson }]) =>
      `${column} = case when '${name}' = any(i.given) then i."${name}"${isJson ? "::json" : ""} else a.${column} end`,
  )
  .join(", ");
const items = `json_to_recordset($activities::json) as i (id text, place tid, given text[], ${Object.keys(fields)
  .map((name) => `"${name}" text`)
  .join(", ")})`;

const lock = statement(
  "activity.activities_lock",
  { activities: types.json, apiKeyId: activities.apiKeyId, organizationId: activities.organizationId },
  lockedActivity,
  `select a.activity_id as id, a.immutable, ${differs} as differs, a.place
   from ${items} cross join ${rowById("activities", "i.id", "*, ctid as place", "for no key update")} a`,
);

/** Locks records until the transaction ends; returns those that exist. */
export function lockActivities(tx: Db, scope: OrganizationScope, changes: readonly ActivityChangeColumns[]): Promise<LockedActivity[]> {
  return tx.rows(lock, { ...scope, activities: JSON.stringify(withGiven(changes)) });
}

const update = statement(
  "activity.activities_update",
  { activities: types.json, apiKeyId: activities.apiKeyId },
  {},
  `update activities a set ${assignments}, updated_at_ms = now_ms() from ${items} where a.api_key_id = $apiKeyId and a.ctid = i.place`,
);

/** Changes the given values of records, found by their ctid. Needs them locked. */
export async function updateActivities(
  tx: Db,
  { apiKeyId }: OrganizationScope,
  changes: readonly (ActivityChangeColumns & { readonly place: string })[],
): Promise<void> {
  await tx.run(update, { apiKeyId, activities: JSON.stringify(withGiven(changes)) });
}

// Sorted, so that all transactions lock records in one order and two batches never deadlock.
function withGiven<Change extends ActivityChangeColumns>(changes: readonly Change[]): (Change & { given: string[] })[] {
  const named = changes.map((change) => ({
    ...change,
    given: Object.keys(fields).filter((name) => change[name as keyof ActivityValues] !== undefined),
  }));
  return named.sort((a, b) => (a.id < b.id ? -1 : 1));
}
