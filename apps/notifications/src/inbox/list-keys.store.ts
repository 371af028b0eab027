import { type Db, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { notifications } from "../notifications/rows/tables.ts";
import type { ListKey } from "../streams/collect-page.ts";
import { directionOf, inBothOrders, isBehind, keyRow, keysOf, type OfUser, type Order, type Slice } from "../streams/key-streams.store.ts";
import { recipients } from "../streams/tables.ts";

interface OfDocument {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
  /** Empty for the whole document. */
  readonly locationId: string;
}

const ofDocument = {
  apiKeyId: notifications.apiKeyId,
  organizationId: notifications.organizationId,
  documentId: notifications.documentId,
  afterMs: types.bigint,
  afterRef: types.bigint,
  limit: types.bigint,
};

const keys = {
  createdAtMs: notifications.createdAtMs,
  notificationRef: notifications.notificationRef,
  documentId: notifications.documentId,
  storedBytes: notifications.storedBytes,
  isVisible: types.boolean,
};

const inDocument = (order: Order, within = sql``) => sql`
  select ${notifications.createdAtMs}, ${notifications.notificationRef}, ${notifications.documentId}, ${notifications.storedBytes},
    true as is_visible
   from ${notifications}
   where ${notifications.apiKeyId} = $apiKeyId and ${notifications.organizationId} = $organizationId
     and ${notifications.documentId} = $documentId ${within}
     and (${notifications.createdAtMs}, ${notifications.notificationRef}) ${isBehind(order)} ($afterMs, $afterRef)
   order by ${notifications.createdAtMs} ${directionOf(order)}, ${notifications.notificationRef} ${directionOf(order)} limit $limit`;

const selectOfDocument = inBothOrders((order) =>
  statement(
    order === "desc" ? "notifications.keys_of_document" : "notifications.keys_of_document_asc",
    ofDocument,
    keys,
    inDocument(order),
  ),
);

const selectOfLocation = inBothOrders((order) =>
  statement(
    order === "desc" ? "notifications.keys_of_location" : "notifications.keys_of_location_asc",
    { ...ofDocument, locationId: types.text },
    keys,
    inDocument(order, sql`and ${notifications.locationId} = $locationId`),
  ),
);

/** The next notifications of a document, or of one of its locations, in an order. */
export function selectDocumentKeys(db: Db, slice: OfDocument & Slice, order: Order): Promise<ListKey[]> {
  return slice.locationId === "" ? db.rows(selectOfDocument[order], slice) : db.rows(selectOfLocation[order], slice);
}

const selectOfUser = statement(
  "notifications.keys_of_user",
  {
    apiKeyId: notifications.apiKeyId,
    organizationId: notifications.organizationId,
    afterMs: types.bigint,
    afterRef: types.bigint,
    userId: recipients.userId,
    limit: types.bigint,
    isMember: types.boolean,
  },
  keyRow,
  sql`select ${recipients.createdAtMs}, ${recipients.notificationRef}, ${recipients.documentId}, ${recipients.storedBytes},
    true as is_visible
   from (${keysOf("asc", [
     { from: recipients, where: sql`${recipients.userId} = $userId` },
     { from: notifications, where: sql`${notifications.actionUserId} = $userId` },
     { from: notifications, where: sql`${notifications.notifyAll} and $isMember::boolean` },
   ])}) page
   order by ${recipients.createdAtMs}, ${recipients.notificationRef}`,
);

/** The next notifications that a user caused or received, oldest first, including those that the user's config hides. */
export function selectUserKeys(db: Db, slice: OfUser & Slice & { isMember: boolean }): Promise<ListKey[]> {
  return db.rows(selectOfUser, slice);
}
