import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { configs } from "../config/tables.ts";
import type { ListKey } from "../streams/collect-page.ts";
import { keyRow, keysOf, type OfUser, type Slice } from "../streams/key-streams.store.ts";

/** `isMember`: whether notifications to all users of the organization include this one. */
interface InboxSlice extends Slice, OfUser {
  readonly isMember: boolean;
}

const ofUser = "api_key_id = $apiKeyId and organization_id = $organizationId and user_id = $userId";
const level = (documentId: string) => `(select inbox from configs where ${ofUser} and document_id = ${documentId})`;

// Both streams are read backwards on their own index, never more than a page of each; a stream from which the user's config hides
// everything is not read at all. Whether a document differs from the general level is looked up in the user's own configs, and only when that is
// not ALL. A notification in both streams appears once, as addressed by name.
const inbox = (wanted: string, within: string, isVisible: string) => `
  with wanted as materialized (select ${wanted}),
  page as materialized (
    ${keysOf("desc", [
      { from: "recipients", where: `user_id = $userId and ${within} and (select shows_named from wanted)`, columns: "true as by_name" },
      {
        from: "notifications",
        where: `notify_all and ${within} and $isMember::boolean and (select shows_all from wanted)`,
        columns: "false as by_name",
      },
    ])}
  )
  select p.created_at_ms, p.notification_ref, p.document_id, p.stored_bytes, ${isVisible} as is_visible
  from page p cross join wanted w
    left join lateral (select inbox from configs where ${ofUser} and document_id = p.document_id limit 1) c on true
  order by p.created_at_ms desc, p.notification_ref desc`;

const selectAll = statement(
  "notifications.inbox",
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
    `general, general <> 'NONE' or some_all or some_mine as shows_named, general = 'ALL' or some_all as shows_all
     from (select coalesce(${level("''")}, 'ALL') as general,
       exists (select from configs where ${ofUser} and inbox = 'ALL') as some_all,
       exists (select from configs where ${ofUser} and inbox = 'MINE') as some_mine) levels`,
    "true",
    "case coalesce(c.inbox, w.general) when 'ALL' then true when 'MINE' then p.by_name else false end",
  ),
);

const selectOfDocument = statement(
  "notifications.inbox_of_document",
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
    `level <> 'NONE' as shows_named, level = 'ALL' as shows_all
     from (select coalesce(${level("$documentId")}, ${level("''")}, 'ALL') as level) levels`,
    "document_id = $documentId",
    "true",
  ),
);

/**
 * The next notifications of a user's inbox, newest first, of all documents or of one. Those that the user's config hides are included,
 * marked as not visible, so that a reader knows how far it has come.
 */
export function selectInboxKeys(db: Db, slice: InboxSlice, documentId: string): Promise<ListKey[]> {
  return documentId === "" ? db.rows(selectAll, slice) : db.rows(selectOfDocument, { ...slice, documentId });
}
