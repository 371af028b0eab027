import { type Db, sql, statement } from "@parley/database";
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
  details: notifications.details,
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
       ${notifications.notifyUsers}, ${notifications.notifyAll}, ${notifications.sourceData}, ${notifications.details},
       ${notifications.createdAtMs}
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
