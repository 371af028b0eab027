import { type Sql, sql } from "@parley/database";
import { activities, annotations, recordings } from "../schema.ts";

/**
 * A row by its id, as a part of `from`. Bounds and an order instead of `=`: while Postgres has no statistics it considers every index that
 * begins like the key's own as equally good, and would read a whole document to find one row; only the key's own index has this order.
 * `limit` keeps the planner from joining it in any other way.
 */
export function rowById(table: keyof typeof tables, id: Sql, columns: Sql, lock = sql``): Sql {
  const { from, key, within } = tables[table];
  return sql`lateral (
    select ${columns} from ${from}
    where ${from.apiKeyId} = $apiKeyId and ${from.organizationId} = $organizationId ${within} and ${key} between ${id} and ${id}
    order by ${key} limit 1 ${lock})`;
}

const tables = {
  annotations: { from: annotations, key: annotations.annotationId, within: sql`and ${annotations.documentId} = $documentId` },
  recordings: { from: recordings, key: recordings.recordingId, within: sql`and ${recordings.documentId} = $documentId` },
  activities: { from: activities, key: activities.activityId, within: sql`` },
} as const;

/** The ids of a parameter in the order in which all transactions lock what they name, under the alias `i`. */
export function sortedIds(ids: Sql): Sql {
  return sql`(select id from unnest(${ids}::text[]) as i (id) order by id collate "C") i`;
}
