import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { notifications } from "./tables.ts";

const select = statement(
  "notifications.entry_refs",
  { refs: listOf(types.bigint), apiKeyId: notifications.apiKeyId },
  { notificationRef: notifications.notificationRef },
  `select n.notification_ref
   from unnest($refs::bigint[]) as i (ref)
   cross join lateral (
     select notification_ref from notifications
     where api_key_id = $apiKeyId and notification_ref = i.ref and annotation_id is not null limit 1
   ) n`,
);

/** Those of the notifications that are entries about comments or assignments. */
export async function selectEntryRefs(db: Db, apiKeyId: string, refs: readonly number[]): Promise<Set<number>> {
  return new Set((await db.rows(select, { apiKeyId, refs })).map(({ notificationRef }) => notificationRef));
}
