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
