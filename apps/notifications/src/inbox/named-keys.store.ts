import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { configs } from "../config/tables.ts";
import { notifications } from "../notifications/rows/tables.ts";
import type { ListKey } from "../streams/collect-page.ts";
import {
  directionOf,
  inBothOrders,
  isBehind,
  isNamedOf,
  keyRow,
  type OfUser,
  type Order,
  type Slice,
} from "../streams/key-streams.store.ts";

/** Notifications by id, as far as they match. Empty fields match everything. */
interface NamedSlice extends OfUser, Slice {
  readonly notificationIds: readonly string[];
  readonly documentId: string;
  readonly locationId: string;
  /** Whether notifications to all users of the organization include the user. */
  readonly isMember: boolean;
}

const level = (documentId: Sql) => sql`(select ${configs.inbox} from ${configs} where ${configs.apiKeyId} = $apiKeyId
  and ${configs.organizationId} = $organizationId and ${configs.userId} = $userId and ${configs.documentId} = ${documentId})`;

const select = inBothOrders((order) =>
  statement(
    order === "desc" ? "notifications.keys_of_ids" : "notifications.keys_of_ids_asc",
    {
      notificationIds: listOf(types.text),
      apiKeyId: configs.apiKeyId,
      organizationId: configs.organizationId,
      userId: configs.userId,
      documentId: types.text,
      locationId: types.text,
      isMember: types.boolean,
      afterMs: types.bigint,
      afterRef: types.bigint,
      limit: types.bigint,
    },
    keyRow,
    sql`select n.${notifications.createdAtMs}, n.${notifications.notificationRef}, n.${notifications.documentId},
      n.${notifications.storedBytes}, $userId = '' or case coalesce(${level(sql`n.${notifications.documentId}`)}, ${level(sql`''`)}, 'ALL')
        when 'ALL' then r.is_named is not null or n.${notifications.notifyAll} and $isMember::boolean
        when 'MINE' then r.is_named is not null else false end as is_visible
     from unnest($notificationIds::text[]) as i (id)
     cross join lateral (
       select ${notifications.createdAtMs}, ${notifications.notificationRef}, ${notifications.documentId}, ${notifications.storedBytes},
         ${notifications.notifyAll}, ${notifications.locationId} from ${notifications}
       where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = $organizationId
         and ${notifications.notificationId} = i.id limit 1
     ) n
     ${isNamedOf(notifications)}
     where ($documentId = '' or n.${notifications.documentId} = $documentId) and ($locationId = '' or n.${notifications.locationId} = $locationId)
       and (n.${notifications.createdAtMs}, n.${notifications.notificationRef}) ${isBehind(order)} ($afterMs, $afterRef)
     order by n.${notifications.createdAtMs} ${directionOf(order)}, n.${notifications.notificationRef} ${directionOf(order)} limit $limit`,
  ),
);

/** The next ones of the named notifications, of which there are at most a thousand; for a user, visible as in the user's inbox. */
export function selectNamedKeys(db: Db, slice: NamedSlice, order: Order): Promise<ListKey[]> {
  return db.rows(select[order], slice);
}

const selectAt = statement(
  "notifications.refs_at_location",
  { refs: listOf(types.bigint), apiKeyId: notifications.apiKeyId, locationId: types.text },
  { notificationRef: notifications.notificationRef },
  sql`select n.${notifications.notificationRef}
   from unnest($refs::bigint[]) as i (ref)
   cross join lateral (
     select ${notifications.notificationRef}, ${notifications.locationId} from ${notifications}
     where ${notifications.apiKeyId} = $apiKeyId and ${notifications.notificationRef} = i.ref limit 1
   ) n
   where n.${notifications.locationId} = $locationId`,
);

/** The given notifications that are at a location. */
export async function selectRefsAt(db: Db, apiKeyId: string, locationId: string, refs: readonly number[]): Promise<Set<number>> {
  return new Set((await db.rows(selectAt, { apiKeyId, locationId, refs })).map(({ notificationRef }) => notificationRef));
}
