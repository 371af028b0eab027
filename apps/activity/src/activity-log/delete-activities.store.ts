import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { rowById, sortedIds } from "../places/fragments.ts";
import type { OrganizationScope } from "../places/scope.ts";
import { activities } from "../schema.ts";

const range = {
  apiKeyId: activities.apiKeyId,
  organizationId: activities.organizationId,
  afterMs: types.bigint,
  afterRef: types.bigint,
  limit: types.bigint,
};
const indexed = {
  id: activities.activityId,
  documentId: activities.documentId,
  createdAtMs: activities.createdAtMs,
  ref: activities.activityRef,
};

const idsOf = (condition: Sql) => sql`select ${activities.activityId} as id, ${activities.documentId}, ${activities.createdAtMs},
     ${activities.activityRef} as ref
   from ${activities}
   where ${activities.apiKeyId} = $apiKeyId and ${activities.organizationId} = $organizationId and ${condition}
     and (${activities.createdAtMs}, ${activities.activityRef}) > ($afterMs::bigint, $afterRef::bigint)
   order by ${activities.createdAtMs}, ${activities.activityRef} limit $limit::bigint`;

// Scans activities_by_target.
const ofTarget = statement(
  "activity.activities_of_target",
  { ...range, targetEntityId: types.text },
  indexed,
  idsOf(sql`${activities.targetEntityId} = $targetEntityId`),
);

// Scans activities_by_document.
const ofDocument = statement(
  "activity.activities_of_document",
  { ...range, documentId: types.text },
  indexed,
  idsOf(sql`${activities.documentId} = $documentId`),
);

interface Place {
  readonly targetEntityId: string;
  readonly documentId: string;
}

/** The next ids of the records about an object or, without one, of a document, oldest first. */
export function activitiesIn(
  db: Db,
  { apiKeyId, organizationId }: OrganizationScope,
  { targetEntityId, documentId }: Place,
  page: { readonly afterMs: number; readonly afterRef: number; readonly limit: number },
): Promise<ValuesOf<typeof indexed>[]> {
  const part = { apiKeyId, organizationId, ...page };
  return targetEntityId === "" ? db.rows(ofDocument, { ...part, documentId }) : db.rows(ofTarget, { ...part, targetEntityId });
}

const lockedRow = {
  id: activities.activityId,
  documentId: activities.documentId,
  targetEntityId: activities.targetEntityId,
  immutable: activities.immutable,
  /** The ctid of the row. */
  place: types.tid,
};

const lock = statement(
  "activity.activities_to_delete",
  { activityIds: listOf(types.text), apiKeyId: activities.apiKeyId, organizationId: activities.organizationId },
  lockedRow,
  sql`select x.* from ${sortedIds(sql`$activityIds`)} cross join ${rowById(
    "activities",
    sql`i.id`,
    sql`${activities.activityId} as id, ${activities.documentId}, ${activities.targetEntityId}, ${activities.immutable}, ctid as place`,
    sql`for update`,
  )} x`,
);

/** Locks records until the end of the transaction. Returns the records that exist. */
export function lockToDelete(tx: Db, scope: OrganizationScope, activityIds: readonly string[]): Promise<ValuesOf<typeof lockedRow>[]> {
  return tx.rows(lock, { ...scope, activityIds });
}

const remove = statement(
  "activity.activities_delete",
  { apiKeyId: activities.apiKeyId, places: listOf(types.tid) },
  {},
  sql`delete from ${activities} where ${activities.apiKeyId} = $apiKeyId and ctid = any($places::tid[])`,
);

/** Deletes records by ctid. They must be locked. */
export async function removeActivities(tx: Db, apiKeyId: string, places: readonly string[]): Promise<void> {
  await tx.run(remove, { apiKeyId, places });
}
