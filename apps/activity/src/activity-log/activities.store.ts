import { type Db, rowCount, sql, statement } from "@parley/database";
import { listOf, literal, nullable, recordset, sqlTypeOf, types, type ValuesOf } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import { feedPosition, rowById } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { activities, nowMs } from "../schema.ts";

/** Values of an activity record that can change: null clears a value, undefined keeps it. JSON values are JSON text. */
interface ActivityValues {
  readonly changes?: string | null;
  readonly entityData?: string | null;
  readonly entityTargetData?: string | null;
  readonly template?: string | null;
  readonly templateData?: string | null;
  readonly actionIcon?: string | null;
  readonly metadata?: string | null;
}

const newColumns = {
  id: types.text,
  documentId: nullable(types.text),
  featureType: types.text,
  actionType: types.text,
  actionUserId: nullable(types.text),
  actionUser: nullable(types.text),
  changes: types.text,
  entityData: types.text,
  entityTargetData: types.text,
  template: types.text,
  templateData: types.text,
  actionIcon: types.text,
  immutable: types.boolean,
  /** null means the current time. */
  createdAtMs: nullable(types.bigint),
  targetEntityId: nullable(types.text),
  targetSubEntityId: nullable(types.text),
  metadata: types.text,
  isActivityResolverUsed: types.boolean,
};

export type NewActivityColumns = Omit<ValuesOf<typeof newColumns>, keyof ActivityValues> & ActivityValues;

const { from: added, columns: n } = recordset("activities", "i", newColumns);

const insert = statement(
  "activity.activities_insert",
  { apiKeyId: activities.apiKeyId, organizationId: activities.organizationId, activities: types.json },
  { id: activities.activityId },
  sql`insert into ${activities} (${activities.apiKeyId}, ${activities.organizationId}, ${activities.activityId}, ${activities.documentId},
    ${activities.featureType}, ${activities.actionType}, ${activities.actionUserId}, ${activities.actionUser}, ${activities.changes},
     ${activities.entityData}, ${activities.entityTargetData}, ${activities.displayMessageTemplate},
     ${activities.displayMessageTemplateData}, ${activities.actionIcon}, ${activities.immutable}, ${activities.createdAtMs},
     ${activities.targetEntityId}, ${activities.targetSubEntityId}, ${activities.feedPosition},
     ${activities.metadata}, ${activities.isActivityResolverUsed})
   select $apiKeyId, $organizationId, ${n.id}, ${n.documentId}, ${n.featureType}, ${n.actionType}, ${n.actionUserId}, ${n.actionUser}::json,
     ${n.changes}::json,
     ${n.entityData}::json, ${n.entityTargetData}::json, ${n.template}, ${n.templateData}::json, ${n.actionIcon}, ${n.immutable},
     coalesce(${n.createdAtMs}, ${nowMs}), ${n.targetEntityId}, ${n.targetSubEntityId}, ${feedPosition}, ${n.metadata}::json,
     ${n.isActivityResolverUsed}
   from ${added}
   order by ${n.id} collate "C"
   on conflict (${activities.apiKeyId}, ${activities.organizationId}, ${activities.activityId}) do nothing
   returning ${activities.activityId} as id`,
);

/** Inserts the records that do not exist yet and returns their ids. */
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
  /** Whether the change would alter the record. */
  differs: types.boolean,
  /** The ctid of the row. */
  place: types.tid,
  /** The feed position of the rows that the transaction writes. */
  feedPosition: types.bigint,
};

/** An existing record, and whether the change would alter it. */
export type LockedActivity = ValuesOf<typeof lockedActivity>;

const fields = {
  changes: activities.changes,
  entityData: activities.entityData,
  entityTargetData: activities.entityTargetData,
  template: activities.displayMessageTemplate,
  templateData: activities.displayMessageTemplateData,
  actionIcon: activities.actionIcon,
  metadata: activities.metadata,
} as const satisfies Record<keyof ActivityValues, PgColumn>;

const { from: items, columns: i } = recordset("activities", "i", {
  id: types.text,
  place: types.tid,
  feedPosition: types.bigint,
  given: listOf(types.text),
  changes: types.text,
  entityData: types.text,
  entityTargetData: types.text,
  template: types.text,
  templateData: types.text,
  actionIcon: types.text,
  metadata: types.text,
});

const given = (name: keyof ActivityValues) => sql`${literal(name)} = any(${i.given})`;
const names = Object.keys(fields) as (keyof ActivityValues)[];
const differs = names
  .map((name) => sql`(${given(name)} and a.${fields[name]}::text is distinct from ${i[name]})`)
  .reduce((some, one) => sql`${some} or ${one}`);
const newValue = (name: keyof ActivityValues) => (sqlTypeOf(fields[name]) === "json" ? sql`${i[name]}::json` : i[name]);
const assignments = names.map((name) => sql`${fields[name]} = case when ${given(name)} then ${newValue(name)} else a.${fields[name]} end`);

const lock = statement(
  "activity.activities_lock",
  { activities: types.json, apiKeyId: activities.apiKeyId, organizationId: activities.organizationId },
  lockedActivity,
  sql`select a.${activities.activityId} as id, a.${activities.immutable}, ${differs} as differs, a.place, ${feedPosition} as feed_position
   from ${items} cross join ${rowById("activities", i.id, sql`*, ctid as place`, sql`for no key update`)} a`,
);

/** Locks records until the end of the transaction. Returns the records that exist. */
export function lockActivities(tx: Db, scope: OrganizationScope, changes: readonly ActivityChangeColumns[]): Promise<LockedActivity[]> {
  return tx.rows(lock, { ...scope, activities: JSON.stringify(withGiven(changes)) });
}

const update = statement(
  "activity.activities_update",
  { activities: types.json, apiKeyId: activities.apiKeyId },
  {},
  sql`update ${activities} a set ${assignments}, ${activities.updatedAtMs} = ${nowMs}, ${activities.feedPosition} = ${i.feedPosition} from ${items}
   where a.${activities.apiKeyId} = $apiKeyId and a.ctid = ${i.place}`,
);

/** Updates the given values of records, addressed by ctid. The records must be locked. */
export async function updateActivities(
  tx: Db,
  { apiKeyId }: OrganizationScope,
  changes: readonly (ActivityChangeColumns & Pick<LockedActivity, "place" | "feedPosition">)[],
): Promise<void> {
  await tx.run(update, { apiKeyId, activities: JSON.stringify(withGiven(changes)) });
}

// Sorted: all transactions lock records in the same order, so that two batches cannot deadlock.
function withGiven<Change extends ActivityChangeColumns>(changes: readonly Change[]): (Change & { given: string[] })[] {
  const named = changes.map((change) => ({
    ...change,
    given: Object.keys(fields).filter((name) => change[name as keyof ActivityValues] !== undefined),
  }));
  return named.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Number of records in the activity log of an API key. */
export const countActivities = rowCount("activity.activities_count_part", activities.apiKeyId, [
  activities.organizationId,
  activities.activityId,
]);
