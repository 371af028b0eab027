import { type Db, sql, statement } from "@parley/database";
import { nullable, recordset, types, type ValuesOf } from "@parley/database/schema";
import { feedPosition } from "../places/fragments.ts";
import { feedMarkers } from "../schema.ts";

const markerColumns = {
  actionType: types.text,
  organizationId: nullable(types.text),
  folderId: nullable(types.text),
  documentId: nullable(types.text),
  locationId: nullable(types.text),
};

/** A marker. A null column means that the marker is not restricted by it. */
export type Marker = ValuesOf<typeof markerColumns>;

const { from: markers, columns: m } = recordset("markers", "m", markerColumns);

const insert = statement(
  "activity.feed_markers_insert",
  { apiKeyId: feedMarkers.apiKeyId, jobId: feedMarkers.jobId, markers: types.json },
  {},
  sql`insert into ${feedMarkers} (${feedMarkers.apiKeyId}, ${feedMarkers.actionType}, ${feedMarkers.jobId}, ${feedMarkers.organizationId},
     ${feedMarkers.folderId}, ${feedMarkers.documentId}, ${feedMarkers.locationId}, ${feedMarkers.feedPosition})
   select $apiKeyId, ${m.actionType}, $jobId, ${m.organizationId}, ${m.folderId}, ${m.documentId}, ${m.locationId}, ${feedPosition}
   from ${markers}`,
);

/** Adds markers of an erasure to the feed. */
export async function insertMarkers(tx: Db, apiKeyId: string, jobId: string, markers: readonly Marker[]): Promise<void> {
  if (markers.length > 0) await tx.run(insert, { apiKeyId, jobId, markers: JSON.stringify(markers) });
}
