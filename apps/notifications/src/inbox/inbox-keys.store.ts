import { type Db, type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { configs } from "../config/tables.ts";
import { notifications } from "../notifications/rows/tables.ts";
import type { ListKey } from "../streams/collect-page.ts";
import { directionOf, inBothOrders, keyRow, keysOf, type OfUser, type Order, type Slice } from "../streams/key-streams.store.ts";
import { recipients } from "../streams/tables.ts";

/** `isMember`: whether notifications to all users of the organization include this user. */
interface InboxSlice extends Slice, OfUser {
  readonly isMember: boolean;
}

const ofUser = sql`${configs.apiKeyId} = $apiKeyId and ${configs.organizationId} = $organizationId and ${configs.userId} = $userId`;
const level = (documentId: Sql) => sql`(select ${configs.inbox} from ${configs} where ${ofUser} and ${configs.documentId} = ${documentId})`;

// Both streams are read on their own index, each at most a page. A stream that the user's config hides entirely is not read. If
// the general level is not ALL, the user's configs are searched for documents with another level. A notification in both streams appears
// once, as addressed by name.
const inbox = (order: Order, wanted: Sql, within: (table: typeof notifications | typeof recipients) => Sql, isVisible: Sql) => sql`
  with wanted as materialized (select ${wanted}),
  page as materialized (
    ${keysOf(order, [
      {
        from: recipients,
        where: sql`${recipients.userId} = $userId and ${within(recipients)} and (select shows_named from wanted)`,
        byName: sql`true`,
      },
      {
        from: notifications,
        where: sql`${notifications.notifyAll} and ${within(notifications)} and $isMember::boolean and (select shows_all from wanted)`,
        byName: sql`false`,
      },
    ])}
  )
  select p.${recipients.createdAtMs}, p.${recipients.notificationRef}, p.${recipients.documentId}, p.${recipients.storedBytes},
    ${isVisible} as is_visible
  from page p cross join wanted w
    left join lateral (select ${configs.inbox} from ${configs} where ${ofUser} and ${configs.documentId} = p.${recipients.documentId}
      limit 1) c on true
  order by p.${recipients.createdAtMs} ${directionOf(order)}, p.${recipients.notificationRef} ${directionOf(order)}`;

const selectAll = inBothOrders((order) =>
  statement(
    order === "desc" ? "notifications.inbox" : "notifications.inbox_asc",
    {
      apiKeyId: configs.apiKeyId,
      organizationId: configs.organizationId,
      userId: configs.userId,
      afterMs: types.bigint,
      afterRef: types.bigint,
      limit: types.bigint,
      isMember: types.boolean,
    },
    keyRow,
    inbox(
      order,
      sql`general, general <> 'NONE' or some_all or some_mine as shows_named, general = 'ALL' or some_all as shows_all
     from (select coalesce(${level(sql`''`)}, 'ALL') as general,
       exists (select from ${configs} where ${ofUser} and ${configs.inbox} = 'ALL') as some_all,
       exists (select from ${configs} where ${ofUser} and ${configs.inbox} = 'MINE') as some_mine) levels`,
      () => sql`true`,
      sql`case coalesce(c.${configs.inbox}, w.general) when 'ALL' then true when 'MINE' then p.by_name else false end`,
    ),
  ),
);

const selectOfDocument = inBothOrders((order) =>
  statement(
    order === "desc" ? "notifications.inbox_of_document" : "notifications.inbox_of_document_asc",
    {
      apiKeyId: types.text,
      organizationId: types.text,
      userId: types.text,
      documentId: types.text,
      afterMs: types.bigint,
      afterRef: types.bigint,
      limit: types.bigint,
      isMember: types.boolean,
    },
    keyRow,
    inbox(
      order,
      sql`level <> 'NONE' as shows_named, level = 'ALL' as shows_all
     from (select coalesce(${level(sql`$documentId`)}, ${level(sql`''`)}, 'ALL') as level) levels`,
      ({ documentId }) => sql`${documentId} = $documentId`,
      sql`true`,
    ),
  ),
);

/**
 * The next notifications of a user's inbox in an order, of all documents or one. Those hidden by the user's config are included and
 * marked as not visible, so that a reader knows its position.
 */
export function selectInboxKeys(db: Db, slice: InboxSlice, documentId: string, order: Order): Promise<ListKey[]> {
  return documentId === "" ? db.rows(selectAll[order], slice) : db.rows(selectOfDocument[order], { ...slice, documentId });
}
