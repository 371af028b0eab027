import { type Database, type Db, rowCount, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, recordset, types, type ValuesOf } from "@parley/database/schema";
import { insertRecords } from "../activity-log/insert-records.store.ts";
import { type LogParameters, type LogRecord, logged, logParameters } from "../activity-log/log-record.ts";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { DocumentScope } from "../places/scope.ts";
import { nowMs, recordings } from "../schema.ts";

/** A recording as a statement's parameters. null means not given. JSON columns are JSON text. */
const newRecordingColumns = {
  ordinal: types.integer,
  recordingId: types.text,
  userId: types.text,
  user: types.text,
  type: nullable(types.text),
  name: nullable(types.text),
  url: nullable(types.text),
  mimeType: nullable(types.text),
  durationMs: nullable(types.bigint),
  sizeBytes: nullable(types.bigint),
  locationId: nullable(types.text),
  locationName: nullable(types.text),
  locationExtra: nullable(types.text),
  metadata: nullable(types.text),
  /** null means the current time. */
  createdAtMs: nullable(types.bigint),
};

export type NewRecordingColumns = ValuesOf<typeof newRecordingColumns>;

const { from: items, columns: i } = recordset("recordings", "i", newRecordingColumns);

/** A given location replaces the stored one as a whole. */
const location = (column: Sql) => sql`
  case when coalesce(excluded.${recordings.locationId}, excluded.${recordings.locationName},
    excluded.${recordings.locationExtra}::text) is null then r.${column} else excluded.${column} end`;

const stored = (from: Sql) => sql`
  insert into ${recordings} as r (${recordings.apiKeyId}, ${recordings.organizationId}, ${recordings.documentId},
    ${recordings.recordingId}, ${recordings.userId}, ${recordings.recordingUser}, ${recordings.type}, ${recordings.name},
    ${recordings.url}, ${recordings.mimeType},
    ${recordings.durationMs}, ${recordings.sizeBytes}, ${recordings.locationId}, ${recordings.locationName},
    ${recordings.locationExtra}, ${recordings.metadata}, ${recordings.createdAtMs})
  select $apiKeyId, $organizationId, $documentId, ${i.recordingId}, ${i.userId}, ${i.user}::json, ${i.type}, ${i.name}, ${i.url},
    ${i.mimeType},
    ${i.durationMs}, ${i.sizeBytes}, ${i.locationId}, ${i.locationName}, ${i.locationExtra}::json, ${i.metadata}::json,
    coalesce(${i.createdAtMs}, ${nowMs})
  from ${from} order by ${i.recordingId} collate "C"
  on conflict (${recordings.apiKeyId}, ${recordings.organizationId}, ${recordings.documentId}, ${recordings.recordingId}) do update
    set ${recordings.type} = coalesce(excluded.${recordings.type}, r.${recordings.type}),
      ${recordings.name} = coalesce(excluded.${recordings.name}, r.${recordings.name}),
      ${recordings.url} = coalesce(excluded.${recordings.url}, r.${recordings.url}),
      ${recordings.mimeType} = coalesce(excluded.${recordings.mimeType}, r.${recordings.mimeType}),
      ${recordings.durationMs} = coalesce(excluded.${recordings.durationMs}, r.${recordings.durationMs}),
      ${recordings.sizeBytes} = coalesce(excluded.${recordings.sizeBytes}, r.${recordings.sizeBytes}),
      ${recordings.metadata} = coalesce(excluded.${recordings.metadata}, r.${recordings.metadata}),
      ${recordings.locationId} = ${location(sql`${recordings.locationId}`)},
      ${recordings.locationName} = ${location(sql`${recordings.locationName}`)},
      ${recordings.locationExtra} = ${location(sql`${recordings.locationExtra}`)},
      ${recordings.updatedAtMs} = excluded.${recordings.updatedAtMs}
    where r.${recordings.userId} = excluded.${recordings.userId}
  returning ${recordings.recordingId}, xmax = 0 as created`;

const given = {
  recordings: types.json,
  apiKeyId: recordings.apiKeyId,
  organizationId: recordings.organizationId,
  documentId: recordings.documentId,
};

const storedRow = { recordingId: recordings.recordingId, created: types.boolean };

const store = statement(
  "activity.recordings_store",
  { ...given, immutable: types.boolean, records: types.json },
  storedRow,
  sql`with item as materialized (
     select * from ${items}
   ), stored as (${stored(sql`item i`)}
   ), logged as (${logged({
     join: sql`join item i on ${i.ordinal} = r.ordinal join stored s on s.${recordings.recordingId} = ${i.recordingId}
     and s.created`,
   })})
   select ${recordings.recordingId}, created from stored`,
);

const storeAlone = statement("activity.recordings_store_alone", given, storedRow, stored(items));

interface Log {
  /** The records of the creation of each recording, in their order. */
  readonly records: readonly LogRecord[];
  readonly immutable: boolean;
}

/**
 * Creates recordings, or changes those of the same user. Returns the stored ones; for the id of another user's recording it returns
 * nothing. While rows may be on several servers, the records are written by a statement of their own: Citus would send what a step returns
 * to all servers before another step inserts it, so that one server which is away would stop every key.
 */
export async function storeRecordings(
  database: Database,
  scope: DocumentScope,
  recordings: readonly NewRecordingColumns[],
  { records, immutable }: Log,
): Promise<{ recordingId: string; created: boolean }[]> {
  const parameters = { ...scope, recordings: JSON.stringify(recordings) };
  if (!database.spreads) return database.rows(store, { ...parameters, ...logParameters(records, immutable) });
  return database.transaction(async (tx) => {
    const rows = await tx.rows(storeAlone, parameters);
    const created = new Set(rows.filter((row) => row.created).map(({ recordingId }) => recordingId));
    const kept = records.filter((_, index) => created.has(recordings[index]?.recordingId ?? ""));
    if (kept.length > 0) await insertRecords(tx, scope, logParameters(kept, immutable));
    return rows;
  });
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
  sql`select x.${recordings.recordingId} from ${sortedIds(sql`$recordingIds`)} cross
   join ${rowById("recordings", sql`i.id`, sql`${recordings.recordingId}`)} x`,
);

/** The recordings that exist. */
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
  sql`select x.${recordings.recordingId}, x.place from ${sortedIds(sql`$recordingIds`)}
   cross join ${rowById("recordings", sql`i.id`, sql`${recordings.recordingId}, ctid as place`, sql`for update`)} x`,
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
  sql`with gone as (
     delete from ${recordings} where ${recordings.apiKeyId} = $apiKeyId and ctid = any($places::tid[]) returning ${recordings.recordingId}
   ), logged as (${logged()})
   select count(*)::int as deleted from gone`,
);

/** Locks recordings until the end of the transaction. Returns the existing ones with their ctid. */
export function lockRecordings(
  tx: Db,
  scope: DocumentScope,
  recordingIds: readonly string[],
): Promise<{ recordingId: string; place: string }[]> {
  return tx.rows(lock, { ...scope, recordingIds });
}

/** Deletes recordings by ctid and records the deletion in the log. The recordings must be locked. */
export async function deleteRecordings(tx: Db, scope: DocumentScope, places: readonly string[], log: LogParameters): Promise<void> {
  await tx.rows(remove, { ...scope, ...log, places });
}

/** Number of recordings of an API key. */
export const countRecordings = rowCount("activity.recordings_count_part", recordings.apiKeyId, [
  recordings.organizationId,
  recordings.documentId,
  recordings.recordingId,
]);
