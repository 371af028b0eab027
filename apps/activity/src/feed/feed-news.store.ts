import type { ChangesNews } from "@parley/contracts/changes-news";
import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { activities, feedMarkers } from "../schema.ts";

// More places in one poll are not listed: listing them would be as much work as reading the changes.
const mostPlaces = 100;
const mostRows = 1_000;

// Scans the feed's index no further than the limit. One position is asked for all keys, because the rows of the keys may be on several
// servers, and none of them has a list that joins keys with positions.
const newsOf = (table: typeof activities | typeof feedMarkers): Sql => sql`(select ${table.apiKeyId}, ${table.feedPosition} as position,
     coalesce(${table.organizationId}, '') as organization_id, coalesce(${table.documentId}, '') as document_id, ${table.actionType}
   from ${table}
   where ${table.apiKeyId} = any($apiKeyIds::text[]) and ${table.feedPosition} >= $position and ${table.feedPosition} < $horizon
   limit $limit)`;

const selectNews = statement(
  "activity.feed_news",
  { apiKeyIds: listOf(types.text), position: types.bigint, horizon: types.bigint, limit: types.bigint },
  {
    apiKeyId: activities.apiKeyId,
    position: types.bigint,
    organizationId: types.text,
    documentId: types.text,
    actionType: activities.actionType,
  },
  sql`${newsOf(activities)} union all ${newsOf(feedMarkers)}`,
);

/** The changes before the horizon for each of the API keys that have any, from the key's own position on. */
export async function selectNewsOf(db: Db, positions: ReadonlyMap<string, number>, horizon: number): Promise<Map<string, ChangesNews>> {
  const apiKeyIds = [...positions.keys()];
  const rows = await db.rows(selectNews, {
    apiKeyIds,
    position: Math.min(...positions.values()),
    horizon,
    limit: mostRows,
  });
  // Any key may have changes that were not listed.
  if (rows.length >= mostRows) return new Map(apiKeyIds.map((apiKeyId) => [apiKeyId, { places: [], isAnywhere: true }]));
  const news = rows.filter(({ apiKeyId, position }) => position >= (positions.get(apiKeyId) ?? 0));
  const byKey = Map.groupBy(news, ({ apiKeyId }) => apiKeyId);
  return new Map([...byKey].map(([apiKeyId, places]) => [apiKeyId, { places, isAnywhere: places.length >= mostPlaces }]));
}
