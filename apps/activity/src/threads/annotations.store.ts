import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { type LogParameters, logged } from "../activity-log/log-record.ts";
import { deletedThreads } from "../people/participants.store.ts";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { DocumentScope } from "../places/scope.ts";
import { annotations, annotationUsers } from "../schema.ts";
import { type AnnotationState, annotationState, stateSql } from "./reading/annotation-state.ts";

const lockedAnnotation = {
  annotationRef: annotations.annotationRef,
  annotationId: annotations.annotationId,
  ...annotationState,
  createdAtMs: annotations.createdAtMs,
  commentCount: annotations.commentCount,
  threadBytes: annotations.threadBytes,
};

/** An annotation while its thread is locked. */
export type LockedAnnotation = ValuesOf<typeof lockedAnnotation>;

const heldColumns = `annotation_ref, annotation_id, ${stateSql.names}, created_at_ms, comment_count, thread_bytes`;

const lock = statement(
  "activity.annotations_lock",
  {
    annotationIds: listOf(types.text),
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
  },
  lockedAnnotation,
  `select a.* from ${sortedIds("$annotationIds")} cross join ${rowById("annotations", "i.id", heldColumns, "for no key update")} a`,
);

/** Locks the threads until the transaction ends; returns those that exist, in their current state. */
export function lockAnnotations(tx: Db, scope: DocumentScope, annotationIds: readonly string[]): Promise<LockedAnnotation[]> {
  return tx.rows(lock, { ...scope, annotationIds });
}

export interface NewAnnotation extends AnnotationState {
  readonly annotationId: string;
  /** null means now. */
  readonly createdAtMs: number | null;
}

const insert = statement(
  "activity.annotations_insert",
  {
    apiKeyId: annotationUsers.apiKeyId,
    organizationId: annotationUsers.organizationId,
    documentId: annotationUsers.documentId,
    annotations: types.json,
  },
  { annotationId: annotations.annotationId, annotationRef: annotations.annotationRef },
  `with added as (
     insert into annotations (api_key_id, organization_id, document_id, annotation_id, ${stateSql.names}, created_at_ms)
     select $apiKeyId, $organizationId, $documentId, i."annotationId", ${stateSql.values}, coalesce(i."createdAtMs", now_ms())
     from json_to_recordset($annotations::json) as i ("annotationId" text, ${stateSql.given}, "createdAtMs" bigint)
     order by i."annotationId" collate "C"
     on conflict (api_key_id, organization_id, document_id, annotation_id) do nothing
     returning annotation_id, annotation_ref, assignee_id, created_at_ms
   ), involved as (
     insert into annotation_users (api_key_id, organization_id, user_id, document_id, created_at_ms, annotation_ref)
     select $apiKeyId, $organizationId, assignee_id, $documentId, created_at_ms, annotation_ref from added where assignee_id is not null
   )
   select annotation_id, annotation_ref from added`,
);

/** Creates annotations that do not exist, and returns these by id with their refs. */
export async function insertAnnotations(tx: Db, scope: DocumentScope, annotations: readonly NewAnnotation[]): Promise<Map<string, number>> {
  const rows = await tx.rows(insert, { ...scope, annotations: JSON.stringify(annotations) });
  return new Map(rows.map(({ annotationId, annotationRef }) => [annotationId, annotationRef]));
}

const update = statement(
  "activity.annotations_update",
  {
    annotations: types.json,
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    immutable: types.boolean,
    records: types.json,
  },
  { changed: types.integer },
  `with changed as (
     update annotations a
     set ${stateSql.assignments},
       assigned_at_ms = case when a.assignee_id is distinct from i."assigneeId" then now_ms() else a.assigned_at_ms end, updated_at_ms = now_ms()
     from json_to_recordset($annotations::json) as i ("annotationRef" bigint, ${stateSql.given})
     where a.api_key_id = $apiKeyId and a.annotation_ref = i."annotationRef"
     returning a.annotation_ref
   ), logged as (${logged()})
   select count(*)::int as changed from changed`,
);

/** Writes the states of annotations, with the records of the changes. Needs them locked. */
export async function updateAnnotations(
  tx: Db,
  scope: DocumentScope,
  annotations: readonly (AnnotationState & { readonly annotationRef: number })[],
  log: LogParameters,
): Promise<void> {
  await tx.rows(update, { ...scope, ...log, annotations: JSON.stringify(annotations) });
}

const remove = statement(
  "activity.annotations_delete",
  {
    apiKeyId: annotations.apiKeyId,
    annotationRefs: listOf(types.bigint),
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    immutable: types.boolean,
    records: types.json,
  },
  { deleted: types.integer },
  `with ${deletedThreads}, logged as (${logged()})
   select count(*)::int as deleted from gone`,
);

/** Deletes annotations with everything in them. Needs them locked. */
export async function deleteAnnotations(
  tx: Db,
  scope: DocumentScope,
  annotationRefs: readonly number[],
  log: LogParameters,
): Promise<void> {
  await tx.rows(remove, { ...scope, ...log, annotationRefs });
}
