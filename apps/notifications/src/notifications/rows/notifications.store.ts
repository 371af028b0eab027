import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { nowMs } from "../../clock/now-ms.ts";
import type { OfUser } from "../../streams/key-streams.store.ts";
import { readMarks, recipients } from "../../streams/tables.ts";
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
  sql`select n.*, m.${readMarks.readAtMs}
   from unnest($refs::bigint[]) as i (ref)
   cross join lateral (
     select ${notifications.notificationId}, ${notifications.notificationRef}, ${notifications.documentId}, ${notifications.actionUserId},
       ${notifications.actionUser}, ${notifications.headlineTemplate}, ${notifications.templateData}, ${notifications.bodyMessage},
       ${notifications.notifyUsers}, ${notifications.notifyAll}, ${notifications.sourceData}, ${notifications.createdAtMs}
     from ${notifications} where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = i.ref limit 1
   ) n
   left join lateral (
     select ${readMarks.readAtMs} from ${readMarks}
     where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId and ${readMarks.notificationRef} = i.ref
       and ${readMarks.userId} = $userId limit 1
   ) m on true`,
);

/** The notifications in the order of the refs, with the user's read state (none for an empty `userId`). Deleted ones are missing. */
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
  sql`select ${notifications.notificationRef}, ${notifications.documentId}, ${notifications.createdAtMs} from ${notifications}
   where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = $organizationId
     and ${notifications.notificationId} = $notificationId`,
);

/** The place and time of a notification; undefined if it does not exist. */
export function findNotification(db: Db, { apiKeyId, organizationId, notificationId }: ById) {
  return db.row(selectExisting, { apiKeyId, organizationId, notificationId });
}

export interface NewNotification extends Omit<NotificationRow, "notificationRef" | "createdAtMs" | "readAtMs"> {
  readonly apiKeyId: string;
  readonly organizationId: string;
  /** The ids of `notifyUsers`, each once. */
  readonly userIds: readonly string[];
  readonly storedBytes: number;
  /** The thread and comment of an entry (`entry-id.ts`). */
  readonly annotationId: string | null;
  readonly commentId: string | null;
  /** When the subject of the notification was written, which decides about its erasure; null for now. */
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
  sql`with added as (
     insert into ${notifications} (${notifications.apiKeyId}, ${notifications.organizationId}, ${notifications.notificationId},
       ${notifications.documentId}, ${notifications.actionUserId}, ${notifications.actionUser}, ${notifications.headlineTemplate},
       ${notifications.templateData}, ${notifications.bodyMessage}, ${notifications.notifyUsers}, ${notifications.notifyAll},
       ${notifications.sourceData}, ${notifications.storedBytes}, ${notifications.annotationId}, ${notifications.commentId},
       ${notifications.createdAtMs})
     values ($apiKeyId, $organizationId, $notificationId, $documentId, $actionUserId, $actionUser, $headlineTemplate,
       $templateData, $bodyMessage, $notifyUsers, $notifyAll, $sourceData, $storedBytes, $annotationId, $commentId,
         coalesce($createdAtMs, ${nowMs}))
     on conflict (${notifications.apiKeyId}, ${notifications.organizationId}, ${notifications.notificationId}) do nothing
     returning ${notifications.notificationRef}, ${notifications.createdAtMs}, ${notifications.documentId}, ${notifications.storedBytes}
   ), addressed as (
     insert into ${recipients} (${recipients.apiKeyId}, ${recipients.organizationId}, ${recipients.userId}, ${recipients.createdAtMs},
       ${recipients.notificationRef}, ${recipients.documentId}, ${recipients.storedBytes})
     select $apiKeyId, $organizationId, u.id, a.${notifications.createdAtMs}, a.${notifications.notificationRef},
       a.${notifications.documentId}, a.${notifications.storedBytes}
     from added a, unnest($userIds::text[]) as u (id)
   )
   select ${notifications.notificationRef} from added`,
);

/** Stores a notification with its recipients and returns its ref; undefined, without any change, if its id is taken. */
export async function insertNotification(db: Db, notification: NewNotification): Promise<number | undefined> {
  return (await db.row(insert, notification))?.notificationRef;
}
