import { type Db, sql, statement } from "@parley/database";
import { listOf, narrowed, types, type ValuesOf } from "@parley/database/schema";
import { notifications } from "../../notifications/rows/tables.ts";
import { readMarks } from "../../streams/tables.ts";
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
  notifyUsers: notifications.notifyUsers,
  notifyAll: notifications.notifyAll,
  actionUser: notifications.actionUser,
  isRead: types.boolean,
};

export type NotificationOf = ValuesOf<typeof notificationOf>;

/** An item of a mail; without a notification when that has been deleted, or when the item reports none. */
export type ItemRow = ValuesOf<typeof storedItem> & { readonly notification: NotificationOf | undefined };

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
  { position: types.bigint, ...notificationOf },
  sql`select wanted.position, n.*, m.is_read is not null as is_read
   from unnest($refs::bigint[], $organizationIds::text[], $userIds::text[]) with ordinality as wanted (ref, organization_id, user_id, position)
   cross join lateral (
     select ${notifications.headlineTemplate}, ${notifications.templateData}, ${notifications.bodyMessage}, ${notifications.notifyUsers},
       ${notifications.notifyAll}, ${notifications.actionUser} from ${notifications}
     where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = wanted.ref limit 1
   ) as n
   left join lateral (
     select true as is_read from ${readMarks}
     where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = wanted.organization_id
       and ${readMarks.notificationRef} = wanted.ref and ${readMarks.userId} = wanted.user_id limit 1
   ) as m on true`,
);

/** The items of mails, oldest first, with the notifications as they are now. */
export async function selectItems(db: Db, mails: readonly DueEmail[]): Promise<ItemRow[]> {
  const stored = await db.rows(select, {
    apiKeyIds: mails.map(({ apiKeyId }) => apiKeyId),
    emailIds: mails.map(({ emailId }) => emailId),
  });
  const mailOf = new Map(mails.map((mail) => [mail.emailId, mail]));
  const telling = stored.flatMap((item) => {
    const mail = mailOf.get(item.emailId);
    return mail === undefined || item.notificationRef === null ? [] : [{ item, mail, ref: item.notificationRef }];
  });
  const ofKeys = [...Map.groupBy(telling, ({ mail }) => mail.apiKeyId)];
  const told = new Map((await Promise.all(ofKeys.map(([apiKeyId, some]) => toldOf(db, apiKeyId, some)))).flat());
  return stored.map((item) => ({ ...item, notification: told.get(item) }));
}

interface Telling {
  readonly item: ValuesOf<typeof storedItem>;
  readonly mail: DueEmail;
  readonly ref: number;
}

async function toldOf(db: Db, apiKeyId: string, telling: readonly Telling[]): Promise<(readonly [Telling["item"], NotificationOf])[]> {
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
