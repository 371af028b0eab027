import type { ChangesNews } from "@parley/contracts/changes-news";
import { type Db, type Sql, sql, statement } from "@parley/database";
import { listedRows, types } from "@parley/database/schema";
import { activities, feedMarkers } from "../schema.ts";

// More places in one poll are not listed: listing them would be as much work as reading the changes.
const mostPlaces = 100;

const {
  from: places,
  columns: p,
  parameters,
} = listedRows("p", { apiKeyId: ["apiKeyIds", types.text], position: ["positions", types.bigint] });

// Scans the feed's index no further than the limit. The order makes the planner do so.
const newsOf = (table: typeof activities | typeof feedMarkers): Sql => sql`(select ${table.organizationId} as organization_id,
     ${table.documentId} as document_id, ${table.actionType} as action_type from ${table}
   where ${table.apiKeyId} = ${p.apiKeyId} and ${table.feedPosition} >= ${p.position} and ${table.feedPosition} < $horizon::bigint
   order by ${table.feedPosition} limit $limit::bigint)`;

const selectNews = statement(
  "activity.feed_news",
  { ...parameters, horizon: types.bigint, limit: types.bigint },
  { apiKeyId: activities.apiKeyId, organizationId: types.text, documentId: types.text, actionType: activities.actionType },
  sql`select ${p.apiKeyId} as api_key_id, coalesce(organization_id, '') as organization_id, coalesce(document_id, '') as document_id, action_type
   from ${places} cross join lateral (${newsOf(activities)} union all ${newsOf(feedMarkers)}) news`,
);

/** The changes before the horizon for each of the API keys that have any, from the key's own position on. */
export async function selectNewsOf(db: Db, positions: ReadonlyMap<string, number>, horizon: number): Promise<Map<string, ChangesNews>> {
  const rows = await db.rows(selectNews, {
    apiKeyIds: [...positions.keys()],
    positions: [...positions.values()],
    horizon,
    limit: mostPlaces,
  });
  const byKey = Map.groupBy(rows, ({ apiKeyId }) => apiKeyId);
  return new Map([...byKey].map(([apiKeyId, places]) => [apiKeyId, { places, isAnywhere: places.length >= mostPlaces }]));
}
