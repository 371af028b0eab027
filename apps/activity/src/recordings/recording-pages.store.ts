import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { rowById } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { recordings } from "../schema.ts";

const recordingRow = {
  documentId: recordings.documentId,
  recordingId: recordings.recordingId,
  /** Orders recordings with the same creation time in ms. */
  ref: recordings.recordingRef,
  userId: recordings.userId,
  user: recordings.recordingUser,
  type: recordings.type,
  name: recordings.name,
  url: recordings.url,
  mimeType: recordings.mimeType,
  durationMs: recordings.durationMs,
  sizeBytes: recordings.sizeBytes,
  locationId: recordings.locationId,
  locationName: recordings.locationName,
  /** Further keys of the location, as the text of a JSON object. */
  locationExtra: recordings.locationExtra,
  metadata: recordings.metadata,
  createdAtMs: recordings.createdAtMs,
  updatedAtMs: recordings.updatedAtMs,
  /** Whether the recording matches the filters. The last row scanned is returned in any case. */
  isMatch: types.boolean,
  isScanEnd: types.boolean,
};

/** A recording of a page. */
export type RecordingRow = ValuesOf<typeof recordingRow>;

/** Filters of recordings. An empty text or list matches every recording. */
export interface RecordingFilter {
  readonly documentId: string;
  readonly recordingIds: readonly string[];
  readonly locationId: string;
  readonly locationName: string;
  readonly userId: string;
}

interface Page {
  readonly afterMs: number;
  readonly afterRef: number;
  readonly beforeMs: number;
  readonly limit: number;
  readonly scanRows: number;
}

const columns = sql`${recordings.documentId}, ${recordings.recordingId}, ${recordings.recordingRef} as ref, ${recordings.userId},
${recordings.recordingUser} as "user", ${recordings.type}, ${recordings.name}, ${recordings.url}, ${recordings.mimeType},
${recordings.durationMs}, ${recordings.sizeBytes},
${recordings.locationId}, ${recordings.locationName}, ${recordings.locationExtra}, ${recordings.metadata}, ${recordings.createdAtMs},
    ${recordings.updatedAtMs}`;

// Each path scans one index in the order of the page, up to a limited number of rows.
const path = (name: string, condition: Sql, from = sql`${recordings}`) =>
  statement(
    `activity.recordings_${name}`,
    {
      documentId: types.text,
      locationId: types.text,
      locationName: types.text,
      userId: types.text,
      scanRows: types.bigint,
      recordingIds: listOf(types.text),
      apiKeyId: types.text,
      organizationId: types.text,
      afterMs: types.bigint,
      afterRef: types.bigint,
      beforeMs: types.bigint,
      limit: types.bigint,
    },
    recordingRow,
    sql`select * from (
       select ${columns},
         ($documentId::text = '' or ${recordings.documentId} = $documentId)
           and ($locationId::text = '' or ${recordings.locationId} = $locationId)
           and ($locationName::text = '' or ${recordings.locationName} = $locationName)
           and ($userId::text = '' or ${recordings.userId} = $userId) as is_match,
         row_number() over (order by ${recordings.createdAtMs}, ${recordings.recordingRef}) = $scanRows::bigint as is_scan_end
       from ${from}
       where ${recordings.apiKeyId} = $apiKeyId and ${recordings.organizationId} = $organizationId and ${condition}
         and (${recordings.createdAtMs}, ${recordings.recordingRef}) > ($afterMs::bigint, $afterRef::bigint)
         and ${recordings.createdAtMs} < $beforeMs::bigint
       order by ${recordings.createdAtMs}, ${recordings.recordingRef}
       limit $scanRows::bigint
     ) seen
     where is_match or is_scan_end
     order by ${recordings.createdAtMs}, ref limit $limit`,
  );

const byId = path(
  "by_id",
  sql`true`,
  sql`(select distinct id from unnest($recordingIds::text[]) as i (id)) i cross join ${rowById("recordings", sql`i.id`, sql`*`)} x`,
);
const byUser = path("by_user", sql`${recordings.userId} = $userId`);
const byLocation = path("by_location", sql`${recordings.documentId} = $documentId and ${recordings.locationId} = $locationId`);
const byLocationName = path(
  "by_location_name",
  sql`${recordings.documentId} = $documentId and ${recordings.locationName} is not null
    and md5(${recordings.locationName}) = md5($locationName::text)`,
);
const byDocument = path("by_document", sql`${recordings.documentId} = $documentId`);
const byOrganization = path("by_organization", sql`true`);

/** Recordings that match all filters, oldest first, after a key and before a time. Uses the most selective index. */
export function selectRecordings(db: Db, scope: OrganizationScope, filter: RecordingFilter, page: Page): Promise<RecordingRow[]> {
  return db.rows(pathOf(filter), { ...scope, ...filter, ...page });
}

function pathOf({ recordingIds, userId, documentId, locationId, locationName }: RecordingFilter) {
  if (recordingIds.length > 0) return byId;
  if (locationId !== "") return byLocation;
  if (locationName !== "") return byLocationName;
  if (userId !== "") return byUser;
  return documentId === "" ? byOrganization : byDocument;
}
