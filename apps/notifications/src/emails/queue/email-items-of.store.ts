import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import { notifications } from "../../notifications/rows/tables.ts";
import { readMarks, recipients } from "../../streams/tables.ts";
import { emailItems } from "../config/tables.ts";
import type { DueEmail } from "./due-emails.store.ts";

const storedItem = {
  apiKeyId: emailItems.apiKeyId,
  emailId: emailItems.emailId,
  kind: narrowed<"tag" | "comment" | "assign" | "notification">(types.text),
  isDirected: emailItems.isDirected,
  commentId: emailItems.commentId,
  actorId: emailItems.actorId,
  actorName: emailItems.actorName,
  text: emailItems.itemText,
  writtenAtMs: emailItems.writtenAtMs,
  notificationRef: emailItems.notificationRef,
};

/** The notification that an item reports, in its current state. */
const notificationOf = {
  headlineTemplate: notifications.headlineTemplate,
  templateData: notifications.templateData,
  bodyMessage: notifications.bodyMessage,
  details: notifications.details,
  notifyUsers: notifications.notifyUsers,
  notifyAll: notifications.notifyAll,
  actionUser: notifications.actionUser,
};

export type NotificationOf = ValuesOf<typeof notificationOf>;

/** An item of a mail; without a notification when that has been deleted, or when the item reports none. */
export type ItemRow = ValuesOf<typeof storedItem> & {
  readonly notification: NotificationOf | undefined;
  /** Whether the recipient has read it in the inbox. */
  readonly isRead: boolean;
};

/** Most items in one mail: the newest. */
export const itemsPerEmail = 50;

const select = statement(
  "notifications.email_items_of",
  { apiKeyIds: listOf(types.text), emailIds: listOf(types.bigint) },
  storedItem,
  sql`select i.${emailItems.apiKeyId}, i.${emailItems.emailId}, i.${emailItems.kind}, i.${emailItems.isDirected},
    i.${emailItems.commentId}, i.${emailItems.actorId}, i.${emailItems.actorName}, i.${emailItems.itemText} as text,
    i.${emailItems.writtenAtMs}, i.${emailItems.notificationRef}
   from unnest($apiKeyIds::text[], $emailIds::bigint[]) as wanted (api_key_id, email_id)
   cross join lateral (
     select * from ${emailItems} i where i.${emailItems.apiKeyId} = wanted.api_key_id and i.${emailItems.emailId} = wanted.email_id
     order by i.${emailItems.itemId} desc limit ${itemsPerEmail}
   ) as i
   order by i.${emailItems.emailId}, i.${emailItems.itemId}`,
  { crossTenant: "Mails of many API keys are made ready together, each under the fence of its own API key." },
);

// One statement for each API key, because the rows of a key are all on one server.
const selectTold = statement(
  "notifications.email_notifications_of",
  { refs: listOf(types.bigint), organizationIds: listOf(types.text), userIds: listOf(types.text), apiKeyId: notifications.apiKeyId },
  { position: types.bigint, ...notificationOf, isRead: types.boolean },
  sql`select wanted.position, n.*, m.is_read is not null as is_read
   from unnest($refs::bigint[], $organizationIds::text[], $userIds::text[]) with ordinality as wanted (ref, organization_id, user_id, position)
   cross join lateral (
     select ${notifications.headlineTemplate}, ${notifications.templateData}, ${notifications.bodyMessage}, ${notifications.details},
       ${notifications.notifyUsers}, ${notifications.notifyAll}, ${notifications.actionUser} from ${notifications}
     where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = wanted.ref limit 1
   ) as n
   left join lateral (
     select true as is_read from ${readMarks}
     where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = wanted.organization_id
       and ${readMarks.notificationRef} = wanted.ref and ${readMarks.userId} = wanted.user_id limit 1
   ) as m on true`,
);

// The entries of a comment are found by it, that of an assignment by its time: both on `notifications_by_thread`.
const selectEntries = statement(
  "notifications.email_entries_of",
  {
    organizationIds: listOf(types.text),
    documentIds: listOf(types.text),
    annotationIds: listOf(types.text),
    commentIds: listOf(types.text),
    userIds: listOf(types.text),
    timesMs: listOf(types.bigint),
    apiKeyId: notifications.apiKeyId,
  },
  { position: types.bigint },
  sql`select wanted.position
   from unnest($organizationIds::text[], $documentIds::text[], $annotationIds::text[], $commentIds::text[], $userIds::text[], $timesMs::bigint[])
     with ordinality as wanted (organization_id, document_id, annotation_id, comment_id, user_id, time_ms, position)
   cross join lateral (
     select bool_and(m.is_read is not null) as is_read from (
       (select ${notifications.notificationRef}, ${notifications.createdAtMs} from ${notifications}
        where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = wanted.organization_id
          and ${notifications.documentId} = wanted.document_id and ${notifications.annotationId} = wanted.annotation_id
          and ${notifications.commentId} = wanted.comment_id)
       union all
       (select ${notifications.notificationRef}, ${notifications.createdAtMs} from ${notifications}
        where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = wanted.organization_id
          and ${notifications.documentId} = wanted.document_id and ${notifications.annotationId} = wanted.annotation_id
          and ${notifications.commentId} is null and wanted.comment_id = '' and ${notifications.createdAtMs} = wanted.time_ms)
     ) as n
     cross join lateral (
       select ${recipients.userId} from ${recipients}
       where ${recipients.apiKeyId} = $apiKeyId and ${recipients.organizationId} = wanted.organization_id
         and ${recipients.userId} = wanted.user_id and ${recipients.createdAtMs} = n.${notifications.createdAtMs}
         and ${recipients.notificationRef} = n.${notifications.notificationRef} limit 1
     ) as r
     left join lateral (
       select true as is_read from ${readMarks}
       where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = wanted.organization_id
         and ${readMarks.notificationRef} = n.${notifications.notificationRef} and ${readMarks.userId} = wanted.user_id limit 1
     ) as m on true
   ) as e
   where e.is_read`,
);

/** The items of mails, oldest first, with the notifications and read marks as they are now. */
export async function selectItems(db: Db, mails: readonly DueEmail[]): Promise<ItemRow[]> {
  const stored = await db.rows(select, {
    apiKeyIds: mails.map(({ apiKeyId }) => apiKeyId),
    emailIds: mails.map(({ emailId }) => emailId),
  });
  const mailOf = new Map(mails.map((mail) => [mail.emailId, mail]));
  const all = stored.flatMap((item) => {
    const mail = mailOf.get(item.emailId);
    return mail === undefined ? [] : [{ item, mail }];
  });
  const telling = all.flatMap(({ item, mail }) => (item.notificationRef === null ? [] : [{ item, mail, ref: item.notificationRef }]));
  const ofThreads = all.filter(({ item }) => item.kind !== "notification");
  const [told, read] = await Promise.all([
    Promise.all([...Map.groupBy(telling, ({ mail }) => mail.apiKeyId)].map(([apiKeyId, some]) => toldOf(db, apiKeyId, some))),
    Promise.all([...Map.groupBy(ofThreads, ({ mail }) => mail.apiKeyId)].map(([apiKeyId, some]) => readOf(db, apiKeyId, some))),
  ]);
  const notificationOf = new Map(told.flat());
  const readItems = new Set(read.flat());
  return stored.map((item) => {
    const notification = notificationOf.get(item);
    return { ...item, notification, isRead: notification?.isRead ?? readItems.has(item) };
  });
}

interface Telling {
  readonly item: ValuesOf<typeof storedItem>;
  readonly mail: DueEmail;
  readonly ref: number;
}

type Told = NotificationOf & { readonly isRead: boolean };

async function toldOf(db: Db, apiKeyId: string, telling: readonly Telling[]): Promise<(readonly [Telling["item"], Told])[]> {
  const rows = await db.rows(selectTold, {
    apiKeyId,
    refs: telling.map(({ ref }) => ref),
    organizationIds: telling.map(({ mail }) => mail.organizationId),
    userIds: telling.map(({ mail }) => mail.userId),
  });
  return rows.flatMap(({ position, ...notification }) => {
    const item = telling[position - 1]?.item;
    return item === undefined ? [] : [[item, notification] as const];
  });
}

/** The items of which the recipient has read the entry. An item without an entry has not been read. */
async function readOf(db: Db, apiKeyId: string, items: readonly Omit<Telling, "ref">[]): Promise<Telling["item"][]> {
  const rows = await db.rows(selectEntries, {
    apiKeyId,
    organizationIds: items.map(({ mail }) => mail.organizationId),
    documentIds: items.map(({ mail }) => mail.documentId),
    annotationIds: items.map(({ mail }) => mail.annotationId),
    commentIds: items.map(({ item }) => item.commentId),
    userIds: items.map(({ mail }) => mail.userId),
    timesMs: items.map(({ item }) => item.writtenAtMs),
  });
  return rows.flatMap(({ position }) => items[position - 1]?.item ?? []);
}
