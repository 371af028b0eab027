import { type Db, rowCount, sql, statement } from "@parley/database";
import { listOf, nullable, recordset, types, type ValuesOf } from "@parley/database/schema";
import { insertRecords } from "../activity-log/insert-records.store.ts";
import { type LogParameters, logged } from "../activity-log/log-record.ts";
import { deletedThreads } from "../people/participants.store.ts";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { DocumentScope } from "../places/scope.ts";
import { annotations, annotationUsers, comments, nowMs } from "../schema.ts";
import { type AnnotationState, annotationState, stateColumns, stateSql } from "./reading/annotation-state.ts";

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

const heldColumns = sql`${annotations.annotationRef}, ${annotations.annotationId}, ${stateSql.names}, ${annotations.createdAtMs},
${annotations.commentCount}, ${annotations.threadBytes}`;

const lock = statement(
  "activity.annotations_lock",
  {
    annotationIds: listOf(types.text),
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
  },
  lockedAnnotation,
  sql`select a.* from ${sortedIds(sql`$annotationIds`)} cross
   join ${rowById("annotations", sql`i.id`, heldColumns, sql`for no key update`)} a`,
);

/** Locks the threads until the end of the transaction. Returns the existing ones in their current state. */
export function lockAnnotations(tx: Db, scope: DocumentScope, annotationIds: readonly string[]): Promise<LockedAnnotation[]> {
  return tx.rows(lock, { ...scope, annotationIds });
}

export interface NewAnnotation extends AnnotationState {
  readonly annotationId: string;
  /** null means the current time. */
  readonly createdAtMs: number | null;
}

const { from: added, columns: i } = recordset("annotations", "i", {
  annotationId: types.text,
  ...stateColumns,
  createdAtMs: nullable(types.bigint),
});

const insert = statement(
  "activity.annotations_insert",
  {
    apiKeyId: annotationUsers.apiKeyId,
    organizationId: annotationUsers.organizationId,
    documentId: annotationUsers.documentId,
    annotations: types.json,
  },
  { annotationId: annotations.annotationId, annotationRef: annotations.annotationRef },
  sql`insert into ${annotations} (${annotations.apiKeyId}, ${annotations.organizationId}, ${annotations.documentId},
     ${annotations.annotationId}, ${stateSql.names}, ${annotations.createdAtMs})
   select $apiKeyId, $organizationId, $documentId, ${i.annotationId}, ${stateSql.values(i)}, coalesce(${i.createdAtMs}, ${nowMs})
   from ${added} order by ${i.annotationId} collate "C"
   on conflict (${annotations.apiKeyId}, ${annotations.organizationId}, ${annotations.documentId}, ${annotations.annotationId}) do nothing
   returning ${annotations.annotationId}, ${annotations.annotationRef}`,
);

// A statement of its own, which only threads with an assignee need: the thread then exists before it, and gives it the API key
// (`keyOfThread`).
const involveAssignees = statement(
  "activity.assignees_insert",
  { apiKeyId: annotationUsers.apiKeyId, annotationRefs: listOf(types.bigint) },
  {},
  sql`insert into ${annotationUsers} (${annotationUsers.apiKeyId}, ${annotationUsers.organizationId}, ${annotationUsers.userId},
     ${annotationUsers.documentId}, ${annotationUsers.createdAtMs}, ${annotationUsers.annotationRef})
   select a.* from unnest($annotationRefs::bigint[]) as i (ref) cross join lateral (
     select ${annotations.apiKeyId}, ${annotations.organizationId}, ${annotations.assigneeId}, ${annotations.documentId},
       ${annotations.createdAtMs}, ${annotations.annotationRef} from ${annotations}
     where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} between i.ref and i.ref
     order by ${annotations.annotationRef} limit 1) a`,
);

/** Creates the annotations that do not exist. Returns their refs by id. */
export async function insertAnnotations(tx: Db, scope: DocumentScope, annotations: readonly NewAnnotation[]): Promise<Map<string, number>> {
  const rows = await tx.rows(insert, { ...scope, annotations: JSON.stringify(annotations) });
  const refs = new Map(rows.map(({ annotationId, annotationRef }) => [annotationId, annotationRef]));
  const assigned = annotations.flatMap(({ annotationId, assigneeId }) => (assigneeId === null ? [] : (refs.get(annotationId) ?? [])));
  if (assigned.length > 0) await tx.run(involveAssignees, { apiKeyId: scope.apiKeyId, annotationRefs: assigned });
  return refs;
}

const { from: changed, columns: c } = recordset("annotations", "i", {
  annotationRef: types.bigint,
  ...stateColumns,
  createdAtMs: nullable(types.bigint),
});

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
  sql`with changed as (
     update ${annotations} a
     set ${stateSql.assignments(c)},
       ${annotations.assignedAtMs} = case when a.${annotations.assigneeId} is distinct from ${c.assigneeId}
         then clock.ms else a.${annotations.assignedAtMs} end,
       ${annotations.statusSetAtMs} = case when a.${annotations.status} = ${c.status} then a.${annotations.statusSetAtMs} else clock.ms end,
       ${annotations.createdAtMs} = coalesce(${c.createdAtMs}, a.${annotations.createdAtMs}), ${annotations.updatedAtMs} = clock.ms
     from ${changed} cross join (select ${nowMs} as ms) clock
     where a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = ${c.annotationRef}
     returning a.${annotations.annotationRef}
   ), logged as (${logged()})
   select count(*)::int as changed from changed`,
);

interface ChangedAnnotation extends AnnotationState {
  readonly annotationRef: number;
  /** null means unchanged. */
  readonly createdAtMs: number | null;
}

/** Writes the states of annotations and the records of the changes. The annotations must be locked. */
export async function updateAnnotations(
  tx: Db,
  scope: DocumentScope,
  annotations: readonly ChangedAnnotation[],
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
  },
  { deleted: types.integer },
  sql`with ${deletedThreads} select count(*)::int as deleted from gone`,
);

/** Deletes annotations with their contents and writes the records of it. The annotations must be locked. */
export async function deleteAnnotations(
  tx: Db,
  scope: DocumentScope,
  annotationRefs: readonly number[],
  log: LogParameters,
): Promise<void> {
  await tx.rows(remove, { ...scope, annotationRefs });
  await insertRecords(tx, scope, log);
}

const { from: timed, columns: t } = recordset("times", "i", { annotationRef: types.bigint, updatedAtMs: types.bigint });

const setTimes = statement(
  "activity.annotations_times",
  { times: types.json, apiKeyId: annotations.apiKeyId },
  {},
  sql`update ${annotations} a set ${annotations.updatedAtMs} = ${t.updatedAtMs} from ${timed}
   where a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = ${t.annotationRef}`,
);

/** Sets when annotations last changed, for imports: after everything else that their transaction writes. */
export async function setUpdatedAt(
  tx: Db,
  apiKeyId: string,
  times: readonly { readonly annotationRef: number; readonly updatedAtMs: number }[],
): Promise<void> {
  if (times.length > 0) await tx.run(setTimes, { apiKeyId, times: JSON.stringify(times) });
}

/** Number of annotations and of comments of an API key. */
export const countAnnotations = rowCount("activity.annotations_count_part", annotations.apiKeyId, [annotations.annotationRef]);
export const countComments = rowCount("activity.comments_count_part", comments.apiKeyId, [comments.annotationRef, comments.commentId]);
