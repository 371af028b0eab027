import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { activities } from "../schema.ts";

// Finds old records of a deleted document by id while the erasure of that document is running. The erasure would delete the same rows.

const selectDocuments = statement(
  "activity.documents_of_activities",
  { ids: listOf(types.text), apiKeyId: activities.apiKeyId, organizationId: activities.organizationId },
  { id: activities.activityId, documentId: types.text },
  sql`select a.${activities.activityId} as id, coalesce(a.${activities.documentId}, '') as document_id from ${sortedIds(sql`$ids`)}
   cross join ${rowById("activities", sql`i.id`, sql`${activities.activityId}, ${activities.documentId}`)} a`,
);

/** Returns the document id of each record, or the empty text for a record without a document. A record never changes its document. */
export function documentsOfActivities(
  db: Db,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<{ id: string; documentId: string }[]> {
  return db.rows(selectDocuments, { ...scope, ids });
}

const removeActivities = statement(
  "activity.leftover_activities",
  { apiKeyId: activities.apiKeyId, ids: listOf(types.text), untilsMs: listOf(types.bigint), organizationId: activities.organizationId },
  {},
  sql`delete from ${activities} where ${activities.apiKeyId} = $apiKeyId and ctid = any(array(
     select x.place
     from (select id, until_ms from unnest($ids::text[], $untilsMs::bigint[]) as i (id, until_ms) order by id collate "C") i
     cross join ${rowById("activities", sql`i.id`, sql`ctid as place, ${activities.storedAtMs}`, sql`for update`)} x
     where x.${activities.storedAtMs} <= i.until_ms))`,
);

interface StaleActivity {
  readonly id: string;
  /** Rows written later do not belong to the deleted document. */
  readonly untilMs: number;
}

/** Deletes the old records, each only if it was written before its time. Returns the number of deleted records. */
export function eraseStaleActivities(db: Db, scope: OrganizationScope, left: readonly StaleActivity[]): Promise<number> {
  if (left.length === 0) return Promise.resolve(0);
  return db.run(removeActivities, { ...scope, ids: left.map(({ id }) => id), untilsMs: left.map(({ untilMs }) => untilMs) });
}
