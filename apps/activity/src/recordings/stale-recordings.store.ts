import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { DocumentScope } from "../places/scope.ts";
import { recordings } from "../schema.ts";

// Finds old recordings of a deleted document by id while the erasure of that document is running. The erasure would delete the same rows.

const removeRecordings = statement(
  "activity.leftover_recordings",
  {
    apiKeyId: recordings.apiKeyId,
    ids: listOf(types.text),
    organizationId: recordings.organizationId,
    documentId: recordings.documentId,
    untilMs: types.bigint,
  },
  {},
  sql`delete from ${recordings} where ${recordings.apiKeyId} = $apiKeyId and ctid = any(array(
     select x.place from ${sortedIds(sql`$ids`)}
     cross join ${rowById("recordings", sql`i.id`, sql`ctid as place, ${recordings.storedAtMs}`, sql`for update`)} x
     where x.${recordings.storedAtMs} <= $untilMs))`,
);

/** Deletes the old recordings. Returns the number of deleted rows. */
export function eraseStaleRecordings(db: Db, scope: DocumentScope, ids: readonly string[], untilMs: number): Promise<number> {
  return db.run(removeRecordings, { ...scope, ids, untilMs });
}
