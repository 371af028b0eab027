import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { notifications } from "../notifications/rows/tables.ts";
import { readMarks, recipients } from "../streams/tables.ts";
import { inThread, type OfThread, ofThread } from "./entries.store.ts";

const addressedRow = {
  notificationRef: notifications.notificationRef,
  createdAtMs: notifications.createdAtMs,
  commentId: nullable(types.text),
  storedBytes: notifications.storedBytes,
  userId: types.text,
};

/** An entry of one user. */
export type AddressedEntry = ValuesOf<typeof addressedRow>;

const ofUsers = { userIds: listOf(types.text), kind: nullable(types.text), ...ofThread, includesRead: types.boolean };

// The entries are locked in the order of ids, as in other transactions: none is marked as read meanwhile.
const addressed = (
  condition: Sql,
) => sql`select n.${notifications.notificationRef}, n.${notifications.createdAtMs}, n.${notifications.commentId}, n.${notifications.storedBytes},
     u.id as user_id
   from (
     select ${notifications.notificationRef}, ${notifications.createdAtMs}, ${notifications.commentId}, ${notifications.storedBytes}
     from ${notifications}
     where ${condition} and ($kind::text is null or ${notifications.sourceData} ->> 'kind' = $kind)
     order by ${notifications.notificationId} collate "C" for update
   ) n cross join unnest($userIds::text[]) as u (id)
   cross join lateral (
     select ${recipients.userId} from ${recipients}
     where ${recipients.apiKeyId} = $apiKeyId and ${recipients.organizationId} = $organizationId and ${recipients.userId} = u.id
       and ${recipients.createdAtMs} = n.${notifications.createdAtMs}
       and ${recipients.notificationRef} = n.${notifications.notificationRef} limit 1
   ) r
   left join lateral (
     select true as is_read from ${readMarks}
     where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId
       and ${readMarks.notificationRef} = n.${notifications.notificationRef} and ${readMarks.userId} = u.id limit 1
   ) m on true
   where $includesRead::boolean or m.is_read is null`;

const selectOfThread = statement("notifications.entries_of_users_in_thread", ofUsers, addressedRow, addressed(inThread));

const selectOfComment = statement(
  "notifications.entries_of_users_about_comment",
  { ...ofUsers, commentId: types.text },
  addressedRow,
  addressed(sql`${inThread} and ${notifications.commentId} = $commentId`),
);

interface Sought extends OfThread {
  /** Null for all comments and assignments. */
  readonly commentId: string | null;
  /** Null for all kinds. */
  readonly kind: string | null;
  readonly userIds: readonly string[];
  readonly includesRead: boolean;
}

/** The entries of users about a comment or a whole thread, locked. */
export function selectEntriesOf(tx: Db, sought: Sought): Promise<AddressedEntry[]> {
  const { commentId } = sought;
  return commentId === null ? tx.rows(selectOfThread, sought) : tx.rows(selectOfComment, { ...sought, commentId });
}

const entryLists = { refs: listOf(types.bigint), userIds: listOf(types.text) };

const removeRecipients = statement(
  "notifications.entries_withdraw_recipients",
  { ...entryLists, timesMs: listOf(types.bigint), apiKeyId: recipients.apiKeyId, organizationId: recipients.organizationId },
  {},
  sql`delete from ${recipients} where ${recipients.apiKeyId} = $apiKeyId and ctid = any(array(
     select r.place from unnest($refs::bigint[], $userIds::text[], $timesMs::bigint[]) as w (ref, user_id, time_ms)
     cross join lateral (
       select ctid as place from ${recipients}
       where ${recipients.apiKeyId} = $apiKeyId and ${recipients.organizationId} = $organizationId and ${recipients.userId} = w.user_id
         and ${recipients.createdAtMs} = w.time_ms and ${recipients.notificationRef} = w.ref limit 1
     ) r))`,
);

const removeMarks = statement(
  "notifications.entries_withdraw_marks",
  { ...entryLists, apiKeyId: readMarks.apiKeyId, organizationId: readMarks.organizationId },
  {},
  sql`delete from ${readMarks} where ${readMarks.apiKeyId} = $apiKeyId and ctid = any(array(
     select m.place from unnest($refs::bigint[], $userIds::text[]) as w (ref, user_id)
     cross join lateral (
       select ctid as place from ${readMarks}
       where ${readMarks.apiKeyId} = $apiKeyId and ${readMarks.organizationId} = $organizationId
         and ${readMarks.notificationRef} = w.ref and ${readMarks.userId} = w.user_id limit 1
     ) m))`,
);

const removeNames = statement(
  "notifications.entries_withdraw_names",
  { userIds: listOf(types.text), apiKeyId: notifications.apiKeyId, refs: listOf(types.bigint) },
  {},
  sql`update ${notifications} n set ${notifications.notifyUsers} = (
     select coalesce(json_agg(u.named order by u.position), '[]'::json)
     from json_array_elements(n.${notifications.notifyUsers}) with ordinality as u (named, position)
     where u.named ->> 'userId' <> all($userIds::text[]))
   where n.${notifications.apiKeyId} = $apiKeyId and n.${notifications.notificationRef} = any($refs::bigint[])`,
);

const removeEmpty = statement(
  "notifications.entries_withdraw_empty",
  { apiKeyId: notifications.apiKeyId, refs: listOf(types.bigint) },
  {},
  sql`delete from ${notifications} where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = any($refs::bigint[])
     and not ${notifications.notifyAll} and json_array_length(${notifications.notifyUsers}) = 0`,
);

/** Removes users from entries, with their read marks; an entry without any other recipient is deleted. `tx` holds the locks of the entries. */
export async function removeFromEntries(
  tx: Db,
  { apiKeyId, organizationId }: Pick<OfThread, "apiKeyId" | "organizationId">,
  entries: readonly AddressedEntry[],
): Promise<void> {
  const refs = entries.map(({ notificationRef }) => notificationRef);
  const userIds = entries.map(({ userId }) => userId);
  const timesMs = entries.map(({ createdAtMs }) => createdAtMs);
  await tx.run(removeRecipients, { apiKeyId, organizationId, refs, userIds, timesMs });
  await tx.run(removeMarks, { apiKeyId, organizationId, refs, userIds });
  const usersOf = Map.groupBy(entries, ({ notificationRef }) => notificationRef);
  // Usually the same users are taken out of every entry.
  const ofSameUsers = Map.groupBy(usersOf, ([, some]) => JSON.stringify(some.map(({ userId }) => userId).toSorted()));
  for (const [same, some] of ofSameUsers) {
    await tx.run(removeNames, { apiKeyId, refs: some.map(([ref]) => ref), userIds: JSON.parse(same) as string[] });
  }
  await tx.run(removeEmpty, { apiKeyId, refs });
}
