import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { type LogParameters, logged } from "../activity-log/log-record.ts";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { LocationColumns } from "../places/location.ts";
import type { DocumentScope } from "../places/scope.ts";
import { recordings } from "../schema.ts";

/** The stored columns of a recording; null means not given. JSON columns are JSON text. */
interface RecordingColumns extends LocationColumns {
  readonly recordingId: string;
  readonly userId: string;
  readonly user: string;
  readonly type: string | null;
  readonly name: string | null;
  readonly url: string | null;
  readonly mimeType: string | null;
  readonly durationMs: number | null;
  readonly sizeBytes: number | null;
  readonly metadata: string | null;
}

export interface NewRecordingColumns extends RecordingColumns {
  readonly ordinal: number;
  /** null means now. */
  readonly createdAtMs: number | null;
}

/** A given location replaces the stored one as a whole. */
const location = (column: string) => `
  case when coalesce(excluded.location_id, excluded.location_name, excluded.location_extra::text) is null then r.${column} else excluded.${column} end`;

const store = statement(
  "activity.recordings_store",
  {
    recordings: types.json,
    apiKeyId: recordings.apiKeyId,
    organizationId: recordings.organizationId,
    documentId: recordings.documentId,
    immutable: types.boolean,
    records: types.json,
  },
  { recordingId: recordings.recordingId, created: types.boolean },
  `with item as materialized (
     select * from json_to_recordset($recordings::json) as i (ordinal int, "recordingId" text, "userId" text, "user" text, type text, name text, url text,
       "mimeType" text, "durationMs" bigint, "sizeBytes" bigint, "locationId" text, "locationName" text, "locationExtra" text, metadata text,
       "createdAtMs" bigint)
   ), stored as (
     insert into recordings as r (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, type, name, url, mime_type,
       duration_ms, size_bytes, location_id, location_name, location_extra, metadata, created_at_ms)
     select $apiKeyId, $organizationId, $documentId, i."recordingId", i."userId", i."user"::json, i.type, i.name, i.url, i."mimeType", i."durationMs",
       i."sizeBytes", i."locationId", i."locationName", i."locationExtra"::json, i.metadata::json, coalesce(i."createdAtMs", now_ms())
     from item i order by i."recordingId" collate "C"
     on conflict (api_key_id, organization_id, document_id, recording_id) do update
       set type = coalesce(excluded.type, r.type), name = coalesce(excluded.name, r.name), url = coalesce(excluded.url, r.url),
         mime_type = coalesce(excluded.mime_type, r.mime_type), duration_ms = coalesce(excluded.duration_ms, r.duration_ms),
         size_bytes = coalesce(excluded.size_bytes, r.size_bytes), metadata = coalesce(excluded.metadata, r.metadata),
         location_id = ${location("location_id")}, location_name = ${location("location_name")},
         location_extra = ${location("location_extra")}, updated_at_ms = now_ms()
       where r.user_id = excluded.user_id
     returning recording_id, xmax = 0 as created
   ), logged as (${logged({ join: 'join item i on i.ordinal = r.ordinal join stored s on s.recording_id = i."recordingId" and s.created' })})
   select recording_id, created from stored`,
);

/** Creates recordings, or changes those of the same user; returns which, and nothing for the id of another user's recording. */
export function storeRecordings(
  db: Db,
  scope: DocumentScope,
  recordings: readonly NewRecordingColumns[],
  log: LogParameters,
): Promise<{ recordingId: string; created: boolean }[]> {
  return db.rows(store, { ...scope, ...log, recordings: JSON.stringify(recordings) });
}

const selectExisting = statement(
  "activity.recordings_exist",
  {
    recordingIds: listOf(types.text),
    apiKeyId: recordings.apiKeyId,
    organizationId: recordings.organizationId,
    documentId: recordings.documentId,
  },
  { recordingId: recordings.recordingId },
  `select x.recording_id from ${sortedIds("$recordingIds")} cross join ${rowById("recordings", "i.id", "recording_id")} x`,
);

/** Which of the recordings exist. */
export async function existingRecordings(db: Db, scope: DocumentScope, recordingIds: readonly string[]): Promise<Set<string>> {
  return new Set((await db.rows(selectExisting, { ...scope, recordingIds })).map(({ recordingId }) => recordingId));
}

const lock = statement(
  "activity.recordings_lock",
  {
    recordingIds: listOf(types.text),
    apiKeyId: recordings.apiKeyId,
    organizationId: recordings.organizationId,
    documentId: recordings.documentId,
  },
  { recordingId: recordings.recordingId, place: types.tid },
  `select x.recording_id, x.place from ${sortedIds("$recordingIds")}
   cross join ${rowById("recordings", "i.id", "recording_id, ctid as place", "for update")} x`,
);

const remove = statement(
  "activity.recordings_delete",
  {
    apiKeyId: recordings.apiKeyId,
    places: listOf(types.tid),
    organizationId: recordings.organizationId,
    documentId: recordings.documentId,
    immutable: types.boolean,
    records: types.json,
  },
  { deleted: types.integer },
  `with gone as (
     delete from recordings where api_key_id = $apiKeyId and ctid = any($places::tid[]) returning recording_id
   ), logged as (${logged()})
   select count(*)::int as deleted from gone`,
);

/** Locks recordings until the transaction ends; returns those that exist, with their ctid. */
export function lockRecordings(
  tx: Db,
  scope: DocumentScope,
  recordingIds: readonly string[],
): Promise<{ recordingId: string; place: string }[]> {
  return tx.rows(lock, { ...scope, recordingIds });
}

/** Deletes recordings by their ctid, and records it in the log. Needs them locked. */
export async function deleteRecordings(tx: Db, scope: DocumentScope, places: readonly string[], log: LogParameters): Promise<void> {
  await tx.rows(remove, { ...scope, ...log, places });
}
