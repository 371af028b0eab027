import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { rowById } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { recordings } from "../schema.ts";

const recordingRow = {
  documentId: recordings.documentId,
  recordingId: recordings.recordingId,
  /** Orders recordings that were created in the same millisecond. */
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
  /** The further keys of the location: the text of a JSON object. */
  locationExtra: recordings.locationExtra,
  metadata: recordings.metadata,
  createdAtMs: recordings.createdAtMs,
  updatedAtMs: recordings.updatedAtMs,
  /** Whether it matches the filters; the last row examined is returned in any case. */
  isMatch: types.boolean,
  isScanEnd: types.boolean,
};

/** A recording of a page. */
export type RecordingRow = ValuesOf<typeof recordingRow>;

/** The filters; empty texts and lists match any. */
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

const columns = `document_id, recording_id, recording_ref as ref, user_id, recording_user as "user", type, name, url, mime_type, duration_ms, size_bytes,
  location_id, location_name, location_extra, metadata, created_at_ms, updated_at_ms`;

// As for annotations: one index per path, in the order of the page, with a limit of rows.
const path = (name: string, condition: string, from = "recordings") =>
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
    `select * from (
       select ${columns},
         ($documentId::text = '' or document_id = $documentId) and ($locationId::text = '' or location_id = $locationId)
           and ($locationName::text = '' or location_name = $locationName) and ($userId::text = '' or user_id = $userId) as is_match,
         row_number() over (order by created_at_ms, recording_ref) = $scanRows::bigint as is_scan_end
       from ${from}
       where api_key_id = $apiKeyId and organization_id = $organizationId and ${condition}
         and (created_at_ms, recording_ref) > ($afterMs::bigint, $afterRef::bigint) and created_at_ms < $beforeMs::bigint
       order by created_at_ms, recording_ref
       limit $scanRows::bigint
     ) seen
     where is_match or is_scan_end
     order by created_at_ms, ref limit $limit`,
  );

const byId = path(
  "by_id",
  "true",
  `(select distinct id from unnest($recordingIds::text[]) as i (id)) i cross join ${rowById("recordings", "i.id", "*")} x`,
);
const byUser = path("by_user", "user_id = $userId");
const byLocation = path("by_location", "document_id = $documentId and location_id = $locationId");
const byLocationName = path(
  "by_location_name",
  "document_id = $documentId and location_name is not null and md5(location_name) = md5($locationName::text)",
);
const byDocument = path("by_document", "document_id = $documentId");
const byOrganization = path("by_organization", "true");

/** Recordings that match all filters, oldest first, after a key and before a time, along the most selective index. */
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
