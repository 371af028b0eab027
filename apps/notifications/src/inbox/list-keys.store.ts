import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { notifications } from "../notifications/rows/tables.ts";
import type { ListKey } from "../streams/collect-page.ts";
import { keyRow, keysOf, type OfUser, type Slice } from "../streams/key-streams.store.ts";
import { recipients } from "../streams/tables.ts";

interface OfDocument {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly documentId: string;
}

const selectOfDocument = statement(
  "notifications.keys_of_document",
  {
    apiKeyId: notifications.apiKeyId,
    organizationId: notifications.organizationId,
    documentId: notifications.documentId,
    afterMs: types.bigint,
    afterRef: types.bigint,
    limit: types.bigint,
  },
  {
    createdAtMs: notifications.createdAtMs,
    notificationRef: notifications.notificationRef,
    documentId: notifications.documentId,
    storedBytes: notifications.storedBytes,
    isVisible: types.boolean,
  },
  `select created_at_ms, notification_ref, document_id, stored_bytes, true as is_visible
   from notifications
   where api_key_id = $apiKeyId and organization_id = $organizationId and document_id = $documentId
     and (created_at_ms, notification_ref) < ($afterMs, $afterRef)
   order by created_at_ms desc, notification_ref desc limit $limit`,
);

/** The next notifications of a document, newest first. */
export function selectDocumentKeys(db: Db, slice: OfDocument & Slice): Promise<ListKey[]> {
  return db.rows(selectOfDocument, slice);
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
  `select created_at_ms, notification_ref, document_id, stored_bytes, true as is_visible
   from (${keysOf("asc", [
     { from: "recipients", where: "user_id = $userId" },
     { from: "notifications", where: "action_user_id = $userId" },
     { from: "notifications", where: "notify_all and $isMember::boolean" },
   ])}) page
   order by created_at_ms, notification_ref`,
);

/** The next notifications that a user caused or received, oldest first, whatever the user's config hides. */
export function selectUserKeys(db: Db, slice: OfUser & Slice & { isMember: boolean }): Promise<ListKey[]> {
  return db.rows(selectOfUser, slice);
}
