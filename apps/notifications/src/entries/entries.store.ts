import { type Db, type Sql, sql, statement } from "@parley/database";
import { nullable, types } from "@parley/database/schema";
import { deletedNotifications, notifications } from "../notifications/rows/tables.ts";

/** A thread, or one of its comments. */
export interface OfThread {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
}

interface OfComment extends OfThread {
  readonly commentId: string;
}

export const ofThread = {
  apiKeyId: notifications.apiKeyId,
  organizationId: notifications.organizationId,
  documentId: notifications.documentId,
  annotationId: types.text,
};

export const inThread = sql`${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = $organizationId
    and ${notifications.documentId} = $documentId and ${notifications.annotationId} = $annotationId`;

// Rows are locked in the order of ids, as in other transactions.
const remove = (condition: Sql) => sql`
  with locked as materialized (
    select ${notifications.notificationRef} from ${notifications} where ${condition} order by ${notifications.notificationId} collate "C"
    limit $limit for update
  ), gone as (
    delete from ${notifications} where ${notifications.apiKeyId} = $apiKeyId
      and ${notifications.notificationRef} = any(array(select ${notifications.notificationRef} from locked))
    returning ${notifications.notificationRef}, ${notifications.createdAtMs}, ${notifications.notifyUsers}
  )
  insert into ${deletedNotifications} (${deletedNotifications.apiKeyId}, ${deletedNotifications.notificationRef}, ${deletedNotifications.organizationId}, ${deletedNotifications.createdAtMs},
    ${deletedNotifications.userIds})
  select $apiKeyId, ${notifications.notificationRef}, $organizationId, ${notifications.createdAtMs},
    array(select u ->> 'userId' from json_array_elements(${notifications.notifyUsers}) as u)
  from gone`;

const removeOfComment = statement(
  "notifications.entries_delete_of_comment",
  { ...ofThread, commentId: types.text, limit: types.bigint },
  {},
  remove(sql`${inThread} and ${notifications.commentId} = $commentId`),
);

const removeOfThread = statement("notifications.entries_delete_of_thread", { ...ofThread, limit: types.bigint }, {}, remove(inThread));

/** Deletes at most `limit` entries of a comment or a whole thread, and records that their remaining rows are to be deleted. */
export function deleteEntries(db: Db, of: OfThread | OfComment, limit: number): Promise<number> {
  return "commentId" in of ? db.run(removeOfComment, { ...of, limit }) : db.run(removeOfThread, { ...of, limit });
}

const rewrite = statement(
  "notifications.entries_rewrite",
  { bodyMessage: nullable(types.text), ...ofThread, commentId: types.text },
  {},
  sql`update ${notifications} set ${notifications.bodyMessage} = $bodyMessage
   where ${inThread} and ${notifications.commentId} = $commentId and ${notifications.bodyMessage} is distinct from $bodyMessage`,
);

/** Updates the text of a comment's entries. */
export async function rewriteEntries(db: Db, of: OfComment & { readonly bodyMessage: string | null }): Promise<void> {
  await db.run(rewrite, of);
}

const move = statement(
  "notifications.entries_move",
  { location: types.json, ...ofThread, locationId: nullable(types.text) },
  {},
  sql`update ${notifications} set ${notifications.sourceData} =
    (${notifications.sourceData}::jsonb || jsonb_build_object('location', $location::json))::json,
    ${notifications.locationId} = $locationId where ${inThread}`,
);

/** Updates the location of a thread's entries, by which they are found when the location is deleted. */
export async function moveEntries(db: Db, of: OfThread & { readonly location: string; readonly locationId: string | null }): Promise<void> {
  await db.run(move, of);
}
