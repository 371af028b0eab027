import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { eraseThreads } from "../erasure/erase-threads.store.ts";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { DocumentScope } from "../places/scope.ts";
import { annotations } from "../schema.ts";

// Finds old threads of a deleted document by id while the erasure of that document is running. The erasure would delete the same rows.

const lockThreads = statement(
  "activity.leftover_annotations",
  {
    ids: listOf(types.text),
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    untilMs: types.bigint,
  },
  { annotationRef: annotations.annotationRef },
  sql`select a.${annotations.annotationRef} from ${sortedIds(sql`$ids`)}
   cross join ${rowById("annotations", sql`i.id`, sql`${annotations.annotationRef}, ${annotations.storedAtMs}`, sql`for no key update`)} a
   where a.${annotations.storedAtMs} <= $untilMs`,
);

/** Deletes the old threads. Returns the number of deleted rows. */
export async function eraseStaleThreads(tx: Db, scope: DocumentScope, ids: readonly string[], untilMs: number): Promise<number> {
  const refs = (await tx.rows(lockThreads, { ...scope, ids, untilMs })).map(({ annotationRef }) => annotationRef);
  return eraseThreads(tx, scope.apiKeyId, scope.organizationId, refs);
}
