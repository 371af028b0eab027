import { type Db, rowCount, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { notifications } from "../notifications/rows/tables.ts";
import { isNamedOf, type OfUser } from "../streams/key-streams.store.ts";
import { readMarks } from "../streams/tables.ts";

/** Notifications by id, for one user. */
export interface OfRecipient extends OfUser {
  readonly notificationIds: readonly string[];
  /** Whether notifications to all users of the organization include this user. */
  readonly isMember: boolean;
}

const addressedRow = {
  notificationId: notifications.notificationId,
  notificationRef: notifications.notificationRef,
  documentId: notifications.documentId,
};

type AddressedRow = ValuesOf<typeof addressedRow>;

// Each id is looked up once. The rows are locked in the order of ids, as in other transactions.
const addressed = (lock = sql``) => sql`
  select n.${notifications.notificationId}, n.${notifications.notificationRef}, n.${notifications.documentId}
  from (select id from unnest($notificationIds::text[]) as id order by id collate "C") i
  cross join lateral (
    select ${notifications.notificationId}, ${notifications.notificationRef}, ${notifications.documentId}, ${notifications.notifyAll},
      ${notifications.createdAtMs} from ${notifications}
    where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = $organizationId
      and ${notifications.notificationId} = i.id limit 1 ${lock}
  ) n
  ${isNamedOf(notifications)}
  where r.is_named or n.${notifications.notifyAll} and $isMember::boolean`;

const select = statement(
  "notifications.addressed",
  { notificationIds: listOf(types.text), apiKeyId: types.text, organizationId: types.text, userId: types.text, isMember: types.boolean },
  addressedRow,
  addressed(),
);

/** The given notifications that exist and are addressed to the user. */
export function selectAddressed(db: Db, recipient: OfRecipient): Promise<AddressedRow[]> {
  return db.rows(select, recipient);
}

// The lock excludes a concurrent deletion: a deleted notification is never marked afterwards. The API key is read from one of the notifications
// again: then Citus adds the marks on its server. It would send what the first step returned to all servers if the key were a parameter.
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
  sql`with addressed as materialized (${addressed(sql`for key share`)}),
   marked as (
     insert into ${readMarks} (${readMarks.apiKeyId}, ${readMarks.organizationId}, ${readMarks.notificationRef}, ${readMarks.userId})
     select k.${notifications.apiKeyId}, $organizationId, a.${notifications.notificationRef}, $userId from addressed a cross join (
       select ${notifications.apiKeyId} from ${notifications} where ${notifications.apiKeyId} = $apiKeyId
         and ${notifications.notificationRef} >= (select min(${notifications.notificationRef}) from addressed)
       order by ${notifications.notificationRef} limit 1) k
     on conflict (${readMarks.apiKeyId}, ${readMarks.organizationId}, ${readMarks.notificationRef}, ${readMarks.userId}) do nothing
     returning ${readMarks.notificationRef}
   )
   select a.${notifications.notificationId}, m.${readMarks.notificationRef} is not null as added
   from addressed a left join marked m on m.${readMarks.notificationRef} = a.${notifications.notificationRef}`,
);

/** Marks the notifications addressed to the user as read, and returns them. A read one keeps its time. */
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
  sql`with addressed as materialized (${addressed()})
   select i.id as notification_id from unnest($notificationIds::text[]) as i (id)
   left join addressed a on a.${notifications.notificationId} = i.id
   left join lateral (
     select ${readMarks.userId} from ${readMarks}
     where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId
       and ${readMarks.notificationRef} = a.${notifications.notificationRef} and ${readMarks.userId} = $userId limit 1
   ) m on true
   where a.${notifications.notificationRef} is null or m.${readMarks.userId} is not null`,
);

/** The notifications that would get no mark, because they have one already or are not addressed to the user. */
export async function notificationsWithoutNeed(db: Db, recipient: OfRecipient): Promise<Set<string>> {
  return new Set((await db.rows(selectWithoutNeed, recipient)).map(({ notificationId }) => notificationId));
}

// By ctid, one look-up for each: an older Postgres would read all marks of the user and look each up among the notifications.
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
  sql`with addressed as materialized (${addressed()}),
   unmarked as (
     delete from ${readMarks} where ${readMarks.apiKeyId} = $apiKeyId and ctid = any(array(
       select m.place from addressed a cross join lateral (
         select ctid as place from ${readMarks}
         where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId
           and ${readMarks.notificationRef} = a.${notifications.notificationRef} and ${readMarks.userId} = $userId limit 1
       ) m))
   )
   select ${notifications.notificationId} from addressed`,
);

/** Marks the notifications addressed to the user as unread, and returns them. */
export async function markUnread(db: Db, recipient: OfRecipient): Promise<Set<string>> {
  if (recipient.notificationIds.length === 0) return new Set();
  return new Set((await db.rows(unmark, recipient)).map(({ notificationId }) => notificationId));
}

/** The number of an API key's read marks, including those of deleted notifications that are yet to be removed. */
export const countReadMarks = rowCount("notifications.read_marks_count_part", readMarks.apiKeyId, [
  readMarks.organizationId,
  readMarks.notificationRef,
  readMarks.userId,
]);
