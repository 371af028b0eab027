import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { isNamedOf } from "../../streams/key-streams.store.ts";
import { readMarks, recipients } from "../../streams/tables.ts";
import type { ContentRow } from "./content.ts";
import { insertRecipients } from "./new-notifications.store.ts";
import { deleteRecipients } from "./removals.store.ts";
import { notifications } from "./tables.ts";

const lockedRow = {
  notificationId: notifications.notificationId,
  notificationRef: notifications.notificationRef,
  createdAtMs: notifications.createdAtMs,
  documentId: notifications.documentId,
  actionUser: notifications.actionUser,
  headlineTemplate: notifications.headlineTemplate,
  templateData: notifications.templateData,
  bodyMessage: notifications.bodyMessage,
  notifyUsers: notifications.notifyUsers,
  notifyAll: notifications.notifyAll,
  sourceData: notifications.sourceData,
  details: notifications.details,
  storedBytes: notifications.storedBytes,
  isNamed: types.boolean,
};

/** A notification that nobody else changes until the transaction ends. */
export type LockedRow = ValuesOf<typeof lockedRow>;

/** The notifications among these that match; empty fields match everything. */
interface Wanted {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly notificationIds: readonly string[];
  readonly documentId: string;
  readonly locationId: string;
  readonly userId: string;
}

// The rows are locked in the order of ids, as in other transactions.
const lock = statement(
  "notifications.lock",
  {
    notificationIds: listOf(types.text),
    apiKeyId: notifications.apiKeyId,
    organizationId: notifications.organizationId,
    documentId: types.text,
    locationId: types.text,
    userId: types.text,
  },
  lockedRow,
  sql`with locked as materialized (
     select n.* from (select id from unnest($notificationIds::text[]) as id order by id collate "C") i
     cross join lateral (
       select * from ${notifications}
       where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = $organizationId
         and ${notifications.notificationId} = i.id limit 1 for update
     ) n
     where ($documentId = '' or n.${notifications.documentId} = $documentId) and ($locationId = '' or n.${notifications.locationId} = $locationId)
   )
   select n.${notifications.notificationId}, n.${notifications.notificationRef}, n.${notifications.createdAtMs}, n.${notifications.documentId},
     n.${notifications.actionUser}, n.${notifications.headlineTemplate}, n.${notifications.templateData}, n.${notifications.bodyMessage},
     n.${notifications.notifyUsers}, n.${notifications.notifyAll}, n.${notifications.sourceData}, n.${notifications.details},
     n.${notifications.storedBytes}, r.is_named is not null as is_named
   from locked n
   ${isNamedOf(notifications)}
   where $userId = '' or r.is_named or n.${notifications.notifyAll}`,
);

/** Those of the notifications that exist and match; for a user, those addressed to the user by name or to everyone. */
export function lockNotifications(tx: Db, wanted: Wanted): Promise<LockedRow[]> {
  return tx.rows(lock, wanted);
}

interface Place {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  readonly notificationRef: number;
  readonly createdAtMs: number;
}

const update = statement(
  "notifications.change",
  {
    actionUserId: notifications.actionUserId,
    actionUser: notifications.actionUser,
    headlineTemplate: notifications.headlineTemplate,
    templateData: notifications.templateData,
    bodyMessage: nullable(types.text),
    notifyUsers: notifications.notifyUsers,
    sourceData: notifications.sourceData,
    details: notifications.details,
    locationId: nullable(types.text),
    storedBytes: notifications.storedBytes,
    apiKeyId: notifications.apiKeyId,
    notificationRef: notifications.notificationRef,
  },
  {},
  sql`update ${notifications} set ${notifications.actionUserId} = $actionUserId, ${notifications.actionUser} = $actionUser,
     ${notifications.headlineTemplate} = $headlineTemplate, ${notifications.templateData} = $templateData,
     ${notifications.bodyMessage} = $bodyMessage, ${notifications.notifyUsers} = $notifyUsers, ${notifications.sourceData} = $sourceData,
     ${notifications.details} = $details, ${notifications.locationId} = $locationId, ${notifications.storedBytes} = $storedBytes
   where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = $notificationRef`,
);

/** Replaces the content of a locked notification. */
export async function changeRow(tx: Db, row: Place & ContentRow): Promise<void> {
  await tx.run(update, row);
}

const resize = statement(
  "notifications.recipients_resize",
  {
    storedBytes: recipients.storedBytes,
    apiKeyId: recipients.apiKeyId,
    organizationId: recipients.organizationId,
    userIds: listOf(types.text),
    createdAtMs: recipients.createdAtMs,
    notificationRef: recipients.notificationRef,
  },
  {},
  sql`update ${recipients} set ${recipients.storedBytes} = $storedBytes
   where ${recipients.apiKeyId} = $apiKeyId and ${recipients.organizationId} = $organizationId
     and ${recipients.userId} = any($userIds::text[])
     and ${recipients.createdAtMs} = $createdAtMs and ${recipients.notificationRef} = $notificationRef`,
);

type Recipients = Place & Pick<ContentRow, "storedBytes" | "userIds">;

/** Updates the copies of a notification's size. */
export async function resizeRecipients(tx: Db, row: Recipients): Promise<void> {
  await tx.run(resize, row);
}

const unmark = statement(
  "notifications.read_marks_of_removed",
  {
    apiKeyId: readMarks.apiKeyId,
    organizationId: readMarks.organizationId,
    notificationRef: readMarks.notificationRef,
    gone: listOf(types.text),
  },
  {},
  sql`delete from ${readMarks} where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId
     and ${readMarks.notificationRef} = $notificationRef and ${readMarks.userId} = any($gone::text[])`,
);

interface Replacement extends Recipients {
  readonly formerIds: readonly string[];
  /** The users to whom it is not addressed any more; their read marks are deleted. */
  readonly gone: readonly string[];
}

/** Replaces the users to whom a notification is addressed by name. */
export async function replaceRecipients(tx: Db, { formerIds, gone, ...row }: Replacement): Promise<void> {
  await deleteRecipients(tx, { ...row, userIds: formerIds });
  await insertRecipients(tx, row);
  if (gone.length > 0) await tx.run(unmark, { ...row, gone });
}
