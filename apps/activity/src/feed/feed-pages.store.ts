import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { activities, feedMarkers } from "../schema.ts";

const feedRow = {
  position: activities.feedPosition,
  /** Orders the rows written by one transaction. */
  ref: activities.activityRef,
  /** Null for a marker. */
  activityId: nullable(activities.activityId),
  organizationId: feedMarkers.organizationId,
  documentId: activities.documentId,
  featureType: activities.featureType,
  actionType: activities.actionType,
  actionUser: activities.actionUser,
  changes: activities.changes,
  annotationId: nullable(types.text),
  commentId: nullable(types.text),
  recordingId: nullable(types.text),
  folderId: feedMarkers.folderId,
  locationId: feedMarkers.locationId,
  jobId: nullable(feedMarkers.jobId),
  createdAtMs: activities.createdAtMs,
  /** Whether the row matches the filters. The last row scanned is returned in any case. */
  isMatch: types.boolean,
  isScanEnd: types.boolean,
};

/** A record or a marker. JSON columns are JSON text. */
export type FeedRow = ValuesOf<typeof feedRow>;

/** Filters of the feed. An empty text or list matches every row. */
interface FeedFilter {
  readonly organizationId: string;
  readonly documentId: string;
  readonly actionTypes: readonly string[];
}

/** A place in the order of the feed: right behind a row. */
export interface FeedPlace {
  readonly position: number;
  readonly ref: number;
}

interface Page {
  readonly after: FeedPlace;
  /** Rows from this position on are not read. */
  readonly horizon: number;
  readonly limit: number;
  readonly scanRows: number;
}

// A value of a record's data. In a customer's own record the value may be of any type.
const idIn = (column: Sql, name: Sql) => sql`case json_typeof(${column} -> ${name}) when 'string' then ${column} ->> ${name} end`;
const entity = sql`${activities.entityData}`;
const target = sql`${activities.entityTargetData}`;

// Both indexes are scanned in the order of the feed, side by side and no further than the page. Their own order and limit make the planner
// do so. A marker without a document or organization concerns all of them.
const selectPage = statement(
  "activity.feed_page",
  {
    apiKeyId: activities.apiKeyId,
    organizationId: types.text,
    documentId: types.text,
    actionTypes: listOf(types.text),
    position: types.bigint,
    ref: types.bigint,
    horizon: types.bigint,
    scanRows: types.bigint,
    limit: types.bigint,
  },
  feedRow,
  sql`select position, ref, activity_id, organization_id, document_id, feature_type, action_type, action_user, changes,
     annotation_id, comment_id, recording_id, folder_id, location_id, job_id, created_at_ms, is_match, is_scan_end
   from (
     select *, row_number() over feed = $scanRows::bigint as is_scan_end, lead(position) over feed is null as is_last
     from (
       select * from (
         (select ${activities.feedPosition} as position, ${activities.activityRef} as ref, ${activities.activityId} as activity_id,
           ${activities.organizationId} as organization_id, ${activities.documentId} as document_id, ${activities.featureType} as feature_type,
           ${activities.actionType} as action_type, ${activities.actionUser} as action_user, ${activities.changes} as changes,
           ${idIn(entity, sql`'annotationId'`)} as annotation_id, ${idIn(target, sql`'commentId'`)} as comment_id,
           ${idIn(entity, sql`'recordingId'`)} as recording_id, null::text collate "C" as folder_id, null::text collate "C" as location_id,
           null::text collate "C" as job_id, ${activities.createdAtMs} as created_at_ms,
           ($organizationId::text = '' or ${activities.organizationId} = $organizationId)
             and ($documentId::text = '' or coalesce(${activities.documentId} = $documentId, false))
             and (cardinality($actionTypes::text[]) = 0 or ${activities.actionType} = any($actionTypes::text[])) as is_match
         from ${activities}
         where ${activities.apiKeyId} = $apiKeyId
           and (${activities.feedPosition}, ${activities.activityRef}) > ($position::bigint, $ref::bigint)
           and ${activities.feedPosition} < $horizon::bigint
         order by ${activities.feedPosition}, ${activities.activityRef} limit $scanRows::bigint)
         union all
         (select ${feedMarkers.feedPosition}, ${feedMarkers.markerRef}, null, ${feedMarkers.organizationId}, ${feedMarkers.documentId}, 'removal',
           ${feedMarkers.actionType}, null, null, null, null, null, ${feedMarkers.folderId}, ${feedMarkers.locationId}, ${feedMarkers.jobId},
           ${feedMarkers.createdAtMs},
           ($organizationId::text = '' or coalesce(${feedMarkers.organizationId} = $organizationId, true))
             and ($documentId::text = '' or coalesce(${feedMarkers.documentId} = $documentId, true))
             and (cardinality($actionTypes::text[]) = 0 or ${feedMarkers.actionType} = any($actionTypes::text[]))
         from ${feedMarkers}
         where ${feedMarkers.apiKeyId} = $apiKeyId
           and (${feedMarkers.feedPosition}, ${feedMarkers.markerRef}) > ($position::bigint, $ref::bigint)
           and ${feedMarkers.feedPosition} < $horizon::bigint
         order by ${feedMarkers.feedPosition}, ${feedMarkers.markerRef} limit $scanRows::bigint)
       ) feed
       order by position, ref limit $scanRows::bigint
     ) examined
     window feed as (order by position, ref)
   ) seen
   where is_match or is_last
   order by position, ref limit $limit`,
);

/** The matching rows behind a place in the feed and before the horizon, in order, and the last row scanned. */
export function selectFeed(db: Db, apiKeyId: string, filter: FeedFilter, { after, ...page }: Page): Promise<FeedRow[]> {
  return db.pageRows(selectPage, { apiKeyId, ...filter, ...after, ...page });
}

const selectLast = statement(
  "activity.feed_last",
  { apiKeyId: activities.apiKeyId, horizon: types.bigint },
  { position: types.bigint, ref: types.bigint },
  sql`select position, ref from (
     (select ${activities.feedPosition} as position, ${activities.activityRef} as ref from ${activities}
      where ${activities.apiKeyId} = $apiKeyId and ${activities.feedPosition} < $horizon
      order by ${activities.feedPosition} desc, ${activities.activityRef} desc limit 1)
     union all
     (select ${feedMarkers.feedPosition}, ${feedMarkers.markerRef} from ${feedMarkers}
      where ${feedMarkers.apiKeyId} = $apiKeyId and ${feedMarkers.feedPosition} < $horizon
      order by ${feedMarkers.feedPosition} desc, ${feedMarkers.markerRef} desc limit 1)) ends
   order by position desc, ref desc limit 1`,
);

/** The place behind all rows before the horizon; undefined while there are none. */
export function selectLastPlace(db: Db, apiKeyId: string, horizon: number): Promise<FeedPlace | undefined> {
  return db.row(selectLast, { apiKeyId, horizon });
}
