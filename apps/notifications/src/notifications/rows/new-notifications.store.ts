import { type Db, rowCount, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, types } from "@parley/database/schema";
import { nowMs } from "../../clock/now-ms.ts";
import { recipients } from "../../streams/tables.ts";
import type { NotificationRow } from "./notifications.store.ts";
import { notifications } from "./tables.ts";

export interface NewNotification extends Omit<NotificationRow, "notificationRef" | "createdAtMs" | "readAtMs"> {
  readonly apiKeyId: string;
  readonly organizationId: string;
  /** The ids of `notifyUsers`, each once. */
  readonly userIds: readonly string[];
  readonly storedBytes: number;
  readonly locationId: string | null;
  /** The thread and comment of an entry (`source.ts`). */
  readonly annotationId: string | null;
  readonly commentId: string | null;
  /** When the subject of the notification was written, which decides about its erasure; null for now. */
  readonly createdAtMs: number | null;
}

const columns = {
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
  details: notifications.details,
  locationId: nullable(types.text),
  storedBytes: notifications.storedBytes,
  annotationId: nullable(types.text),
  commentId: nullable(types.text),
  createdAtMs: nullable(types.bigint),
};

const added = sql`
  insert into ${notifications} (${notifications.apiKeyId}, ${notifications.organizationId}, ${notifications.notificationId},
    ${notifications.documentId}, ${notifications.actionUserId}, ${notifications.actionUser}, ${notifications.headlineTemplate},
    ${notifications.templateData}, ${notifications.bodyMessage}, ${notifications.notifyUsers}, ${notifications.notifyAll},
    ${notifications.sourceData}, ${notifications.details}, ${notifications.locationId}, ${notifications.storedBytes},
    ${notifications.annotationId}, ${notifications.commentId}, ${notifications.createdAtMs})
  values ($apiKeyId, $organizationId, $notificationId, $documentId, $actionUserId, $actionUser, $headlineTemplate,
    $templateData, $bodyMessage, $notifyUsers, $notifyAll, $sourceData, $details, $locationId, $storedBytes, $annotationId, $commentId,
      coalesce($createdAtMs, ${nowMs}))
  on conflict (${notifications.apiKeyId}, ${notifications.organizationId}, ${notifications.notificationId}) do nothing
  returning ${notifications.notificationRef}, ${notifications.createdAtMs}`;

const addressed = (notificationRef: Sql, createdAtMs: Sql, from: Sql) => sql`
  insert into ${recipients} (${recipients.apiKeyId}, ${recipients.organizationId}, ${recipients.userId}, ${recipients.createdAtMs},
    ${recipients.notificationRef}, ${recipients.documentId}, ${recipients.storedBytes})
  select $apiKeyId, $organizationId, u.id, ${createdAtMs}, ${notificationRef}, $documentId, $storedBytes
  from ${from} unnest($userIds::text[]) as u (id)`;

const insert = statement(
  "notifications.insert",
  { ...columns, userIds: listOf(types.text) },
  { notificationRef: notifications.notificationRef },
  sql`with added as (${added}),
   addressed as (${addressed(sql`added.${notifications.notificationRef}`, sql`added.${notifications.createdAtMs}`, sql`added,`)})
   select ${notifications.notificationRef} from added`,
);

const insertAlone = statement(
  "notifications.insert_alone",
  columns,
  { notificationRef: notifications.notificationRef, createdAtMs: notifications.createdAtMs },
  added,
);

const insertAddressed = statement(
  "notifications.recipients_insert",
  {
    apiKeyId: recipients.apiKeyId,
    organizationId: recipients.organizationId,
    documentId: recipients.documentId,
    storedBytes: recipients.storedBytes,
    notificationRef: recipients.notificationRef,
    createdAtMs: recipients.createdAtMs,
    userIds: listOf(types.text),
  },
  {},
  addressed(sql`$notificationRef`, sql`$createdAtMs`, sql``),
);

/**
 * Stores a notification with its recipients and returns its ref; undefined, without any change, if its id is taken. `db` is a transaction
 * if rows may be on several servers: Citus would send what a step returns to all of them before another step inserts it, so that one server
 * which is away would stop every key.
 */
export async function insertNotification(db: Db, notification: NewNotification): Promise<number | undefined> {
  if (!db.spreads) return (await db.row(insert, notification))?.notificationRef;
  const row = await db.row(insertAlone, notification);
  if (row !== undefined) await insertRecipients(db, { ...notification, ...row });
  return row?.notificationRef;
}

type Addressed = Pick<NewNotification, "apiKeyId" | "organizationId" | "documentId" | "storedBytes" | "userIds"> &
  Pick<NotificationRow, "notificationRef" | "createdAtMs">;

/** Addresses a stored notification to users by name. */
export async function insertRecipients(db: Db, addressed: Addressed): Promise<void> {
  await db.run(insertAddressed, addressed);
}

/** How many notifications an API key has. */
export const countNotifications = rowCount("notifications.count_part", notifications.apiKeyId, [notifications.notificationRef]);
