import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { eraseThreads } from "../erasure/erasure.store.ts";
import { activities, annotations, recordings } from "../schema.ts";
import { rowById, sortedIds } from "./fragments.ts";
import type { DocumentScope, OrganizationScope } from "./scope.ts";

// What is left of things whose document was deleted, by their ids, while its removal is under way: the very rows that the removal would take.

interface Until {
  /** What was written later is not left over. */
  readonly untilMs: number;
}

const holdThreads = statement(
  "activity.leftover_annotations",
  {
    ids: listOf(types.text),
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    untilMs: types.bigint,
  },
  { annotationRef: annotations.annotationRef },
  `select a.annotation_ref from ${sortedIds("$ids")}
   cross join ${rowById("annotations", "i.id", "annotation_ref, stored_at_ms", "for no key update")} a
   where a.stored_at_ms <= $untilMs`,
);

/** Removes what is left of threads; answers how many rows that were. */
export async function eraseLeftThreads(tx: Db, scope: DocumentScope, ids: readonly string[], untilMs: number): Promise<number> {
  const refs = (await tx.rows(holdThreads, { ...scope, ids, untilMs })).map(({ annotationRef }) => annotationRef);
  return eraseThreads(tx, scope.apiKeyId, scope.organizationId, refs);
}

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
  `delete from recordings where api_key_id = $apiKeyId and ctid = any(array(
     select x.place from ${sortedIds("$ids")}
     cross join ${rowById("recordings", "i.id", "ctid as place, stored_at_ms", "for update")} x
     where x.stored_at_ms <= $untilMs))`,
);

/** Removes what is left of recordings; answers how many there were. */
export function eraseLeftRecordings(db: Db, scope: DocumentScope, ids: readonly string[], untilMs: number): Promise<number> {
  return db.run(removeRecordings, { ...scope, ids, untilMs });
}

const selectDocuments = statement(
  "activity.documents_of_activities",
  { ids: listOf(types.text), apiKeyId: activities.apiKeyId, organizationId: activities.organizationId },
  { id: activities.activityId, documentId: types.text },
  `select a.activity_id as id, coalesce(a.document_id, '') as document_id from ${sortedIds("$ids")}
   cross join ${rowById("activities", "i.id", "activity_id, document_id")} a`,
);

/** In which documents records are, the empty text for none. A record keeps its document. */
export function documentsOfActivities(
  db: Db,
  scope: OrganizationScope,
  ids: readonly string[],
): Promise<{ id: string; documentId: string }[]> {
  return db.rows(selectDocuments, { ...scope, ids });
}

const removeActivities = statement(
  "activity.leftover_activities",
  { apiKeyId: activities.apiKeyId, ids: listOf(types.text), untilsMs: listOf(types.bigint), organizationId: activities.organizationId },
  {},
  `delete from activities where api_key_id = $apiKeyId and ctid = any(array(
     select x.place
     from (select id, until_ms from unnest($ids::text[], $untilsMs::bigint[]) as i (id, until_ms) order by id collate "C") i
     cross join ${rowById("activities", "i.id", "ctid as place, stored_at_ms", "for update")} x
     where x.stored_at_ms <= i.until_ms))`,
);

/** Removes what is left of records, of each what was written up to its time; answers how many there were. */
export function eraseLeftActivities(db: Db, scope: OrganizationScope, left: readonly (Until & { readonly id: string })[]): Promise<number> {
  if (left.length === 0) return Promise.resolve(0);
  return db.run(removeActivities, { ...scope, ids: left.map(({ id }) => id), untilsMs: left.map(({ untilMs }) => untilMs) });
}
