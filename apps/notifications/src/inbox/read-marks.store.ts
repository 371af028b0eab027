import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { notifications } from "../notifications/rows/tables.ts";
import type { OfUser } from "../streams/key-streams.store.ts";
import { readMarks } from "../streams/tables.ts";

/** Notifications by id, for one user. */
export interface OfRecipient extends OfUser {
  readonly notificationIds: readonly string[];
  /** Whether notifications to all users of the organization include this one. */
  readonly isMember: boolean;
}

const addressedRow = {
  notificationId: notifications.notificationId,
  notificationRef: notifications.notificationRef,
  documentId: notifications.documentId,
};

type AddressedRow = ValuesOf<typeof addressedRow>;

// One look-up for each id, in the order of ids, in which other transactions lock too.
const addressed = (lock: "" | "for key share") => `
  select n.notification_id, n.notification_ref, n.document_id
  from (select id from unnest($notificationIds::text[]) as id order by id collate "C") i
  cross join lateral (
    select notification_id, notification_ref, document_id, notify_all, created_at_ms from notifications
    where api_key_id = $apiKeyId and organization_id = $organizationId and notification_id = i.id limit 1 ${lock}
  ) n
  left join lateral (
    select true as is_named from recipients
    where api_key_id = $apiKeyId and organization_id = $organizationId and user_id = $userId
      and created_at_ms = n.created_at_ms and notification_ref = n.notification_ref limit 1
  ) r on true
  where r.is_named or n.notify_all and $isMember::boolean`;

const select = statement(
  "notifications.addressed",
  { notificationIds: listOf(types.text), apiKeyId: types.text, organizationId: types.text, userId: types.text, isMember: types.boolean },
  addressedRow,
  addressed(""),
);

/** Which of the notifications exist and are addressed to the user. */
export function selectAddressed(db: Db, recipient: OfRecipient): Promise<AddressedRow[]> {
  return db.rows(select, recipient);
}

// The lock keeps out a concurrent deletion: a deleted notification is never marked afterwards.
const mark = statement(
  "notifications.mark_read",
  {
    notificationIds: listOf(types.text),
    apiKeyId: readMarks.apiKeyId,
    organizationId: readMarks.organizationId,
    userId: readMarks.userId,
    isMember: types.boolean,
  },
  { notificationId: notifications.notificationId, added: types.boolean },
  `with addressed as materialized (${addressed("for key share")}),
   marked as (
     insert into read_marks (api_key_id, organization_id, notification_ref, user_id)
     select $apiKeyId, $organizationId, notification_ref, $userId from addressed
     on conflict (api_key_id, organization_id, notification_ref, user_id) do nothing
     returning notification_ref
   )
   select a.notification_id, m.notification_ref is not null as added from addressed a left join marked m on m.notification_ref = a.notification_ref`,
);

/** Marks those of the notifications that are addressed to the user as read, and returns them. One that is read already keeps its time. */
export async function markRead(db: Db, recipient: OfRecipient): Promise<{ notificationId: string; added: boolean }[]> {
  return recipient.notificationIds.length === 0 ? [] : db.rows(mark, recipient);
}

const selectWithoutNeed = statement(
  "notifications.read_marks_without_need",
  {
    notificationIds: listOf(types.text),
    apiKeyId: readMarks.apiKeyId,
    organizationId: readMarks.organizationId,
    userId: readMarks.userId,
    isMember: types.boolean,
  },
  { notificationId: types.text },
  `with addressed as materialized (${addressed("")})
   select i.id as notification_id from unnest($notificationIds::text[]) as i (id)
   left join addressed a on a.notification_id = i.id
   left join lateral (
     select user_id from read_marks
     where api_key_id = $apiKeyId and organization_id = $organizationId and notification_ref = a.notification_ref and user_id = $userId limit 1
   ) m on true
   where a.notification_ref is null or m.user_id is not null`,
);

/** Those of the notifications that would get no mark: they have one already, or are not addressed to the user. */
export async function notificationsWithoutNeed(db: Db, recipient: OfRecipient): Promise<Set<string>> {
  return new Set((await db.rows(selectWithoutNeed, recipient)).map(({ notificationId }) => notificationId));
}

// By ctid, one look-up for each: an older Postgres would read everything that the user has read and look each row up among the
// notifications.
const unmark = statement(
  "notifications.mark_unread",
  {
    notificationIds: listOf(types.text),
    apiKeyId: readMarks.apiKeyId,
    organizationId: readMarks.organizationId,
    userId: readMarks.userId,
    isMember: types.boolean,
  },
  { notificationId: notifications.notificationId },
  `with addressed as materialized (${addressed("")}),
   unmarked as (
     delete from read_marks where api_key_id = $apiKeyId and ctid = any(array(
       select m.place from addressed a cross join lateral (
         select ctid as place from read_marks
         where api_key_id = $apiKeyId and organization_id = $organizationId and notification_ref = a.notification_ref and user_id = $userId limit 1
       ) m))
   )
   select notification_id from addressed`,
);

/** Marks those of the notifications that are addressed to the user as unread, and returns them. */
export async function markUnread(db: Db, recipient: OfRecipient): Promise<Set<string>> {
  if (recipient.notificationIds.length === 0) return new Set();
  return new Set((await db.rows(unmark, recipient)).map(({ notificationId }) => notificationId));
}
