import { type Db, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import type { OfUser } from "../../streams/key-streams.store.ts";
import { readMarks } from "../../streams/tables.ts";
import { notifications } from "./tables.ts";

const notificationRow = {
  notificationId: notifications.notificationId,
  notificationRef: notifications.notificationRef,
  documentId: notifications.documentId,
  actionUserId: notifications.actionUserId,
  /** JSON text, like the other columns of its kind. */
  actionUser: notifications.actionUser,
  headlineTemplate: notifications.headlineTemplate,
  templateData: notifications.templateData,
  bodyMessage: notifications.bodyMessage,
  notifyUsers: notifications.notifyUsers,
  notifyAll: notifications.notifyAll,
  sourceData: notifications.sourceData,
  createdAtMs: notifications.createdAtMs,
  readAtMs: nullable(readMarks.readAtMs),
};

export type NotificationRow = ValuesOf<typeof notificationRow>;

// One look-up for each row, whatever the planner estimates.
const selectByRef = statement(
  "notifications.by_ref",
  { refs: listOf(types.bigint), apiKeyId: notifications.apiKeyId, organizationId: notifications.organizationId, userId: readMarks.userId },
  notificationRow,
  `select n.*, m.read_at_ms
   from unnest($refs::bigint[]) as i (ref)
   cross join lateral (
     select notification_id, notification_ref, document_id, action_user_id, action_user, headline_template, template_data, body_message,
       notify_users, notify_all, source_data, created_at_ms
     from notifications where api_key_id = $apiKeyId and notification_ref = i.ref limit 1
   ) n
   left join lateral (
     select read_at_ms from read_marks
     where api_key_id = $apiKeyId and organization_id = $organizationId and notification_ref = i.ref and user_id = $userId limit 1
   ) m on true`,
);

/** The notifications in the order of the refs, with the user's read state (none with an empty `userId`). Deleted ones are missing. */
export async function selectNotifications(db: Db, user: OfUser, refs: readonly number[]): Promise<NotificationRow[]> {
  if (refs.length === 0) return [];
  const rows = new Map((await db.rows(selectByRef, { ...user, refs })).map((row) => [row.notificationRef, row]));
  return refs.flatMap((ref) => rows.get(ref) ?? []);
}

interface ById {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly notificationId: string;
}

const selectExisting = statement(
  "notifications.exists",
  { apiKeyId: notifications.apiKeyId, organizationId: notifications.organizationId, notificationId: notifications.notificationId },
  { notificationRef: notifications.notificationRef, documentId: notifications.documentId, createdAtMs: notifications.createdAtMs },
  `select notification_ref, document_id, created_at_ms from notifications
   where api_key_id = $apiKeyId and organization_id = $organizationId and notification_id = $notificationId`,
);

/** The place and time of a notification; undefined when there is none. */
export function findNotification(db: Db, { apiKeyId, organizationId, notificationId }: ById) {
  return db.row(selectExisting, { apiKeyId, organizationId, notificationId });
}

export interface NewNotification extends Omit<NotificationRow, "notificationRef" | "createdAtMs" | "readAtMs"> {
  readonly apiKeyId: string;
  readonly organizationId: string;
  /** The ids of `notifyUsers`, each once. */
  readonly userIds: readonly string[];
  readonly storedBytes: number;
  /** The thread and comment that an entry goes with (`entry-id.ts`). */
  readonly annotationId: string | null;
  readonly commentId: string | null;
  /** When what it is about was written, by which erasure goes; null for now. */
  readonly createdAtMs: number | null;
}

const insert = statement(
  "notifications.insert",
  {
    apiKeyId: notifications.apiKeyId,
    organizationId: notifications.organizationId,
    notificationId: notifications.notificationId,
    documentId: notifications.documentId,
    actionUserId: notifications.actionUserId,
    actionUser: notifications.actionUser,
    headlineTemplate: notifications.headlineTemplate,
    templateData: notifications.templateData,
    bodyMessage: notifications.bodyMessage,
    notifyUsers: notifications.notifyUsers,
    notifyAll: notifications.notifyAll,
    sourceData: notifications.sourceData,
    storedBytes: notifications.storedBytes,
    annotationId: nullable(types.text),
    commentId: nullable(types.text),
    createdAtMs: nullable(types.bigint),
    userIds: listOf(types.text),
  },
  { notificationRef: notifications.notificationRef },
  `with added as (
     insert into notifications (api_key_id, organization_id, notification_id, document_id, action_user_id, action_user, headline_template,
       template_data, body_message, notify_users, notify_all, source_data, stored_bytes, annotation_id, comment_id, created_at_ms)
     values ($apiKeyId, $organizationId, $notificationId, $documentId, $actionUserId, $actionUser, $headlineTemplate,
       $templateData, $bodyMessage, $notifyUsers, $notifyAll, $sourceData, $storedBytes, $annotationId, $commentId, coalesce($createdAtMs, now_ms()))
     on conflict (api_key_id, organization_id, notification_id) do nothing
     returning notification_ref, created_at_ms, document_id, stored_bytes
   ), addressed as (
     insert into recipients (api_key_id, organization_id, user_id, created_at_ms, notification_ref, document_id, stored_bytes)
     select $apiKeyId, $organizationId, u.id, a.created_at_ms, a.notification_ref, a.document_id, a.stored_bytes
     from added a, unnest($userIds::text[]) as u (id)
   )
   select notification_ref from added`,
);

/** Stores a notification with its recipients and returns its ref; undefined, without any change, when its id is taken. */
export async function insertNotification(db: Db, notification: NewNotification): Promise<number | undefined> {
  return (await db.row(insert, notification))?.notificationRef;
}
