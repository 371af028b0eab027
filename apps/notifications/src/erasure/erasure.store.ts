import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { notifications, removals } from "../notifications/rows/tables.ts";
import { recipients } from "../streams/tables.ts";

interface Within {
  readonly apiKeyId: string;
  readonly requestedAtMs: number;
}

const removeFound = statement(
  "notifications.erase",
  { apiKeyId: notifications.apiKeyId, refs: listOf(types.bigint), requestedAtMs: removals.requestedAtMs },
  {},
  `with gone as (
     delete from notifications where api_key_id = $apiKeyId and notification_ref = any($refs::bigint[]) and created_at_ms <= $requestedAtMs
     returning notification_ref, organization_id, created_at_ms, notify_users
   )
   insert into removals (api_key_id, notification_ref, organization_id, created_at_ms, user_ids)
   select $apiKeyId, notification_ref, organization_id, created_at_ms, array(select u ->> 'userId' from json_array_elements(notify_users) as u)
   from gone
   on conflict do nothing`,
);

/** Deletes notifications; recipients and read marks follow as for any deleted one (`sweepSome`). */
export function eraseNotifications(tx: Db, within: Within, refs: readonly number[]): Promise<number> {
  return refs.length === 0 ? Promise.resolve(0) : tx.run(removeFound, { ...within, refs });
}

// By ctid, because no index serves. Rows are never moved, and a newer row in the same place is too recent to match.
const removeRecipients = statement(
  "notifications.erase_recipients",
  { apiKeyId: recipients.apiKeyId, places: listOf(types.tid), requestedAtMs: types.bigint },
  {},
  "delete from recipients where api_key_id = $apiKeyId and ctid = any($places::tid[]) and created_at_ms <= $requestedAtMs",
);

export function eraseRecipients(tx: Db, within: Within, places: readonly string[]): Promise<number> {
  return tx.run(removeRecipients, { ...within, places });
}

const others =
  "(select u from json_array_elements(n.notify_users) with ordinality as u (named, position) where u.named ->> 'userId' <> all($userIds::text[]))";

const selectOrphans = statement(
  "notifications.erase_orphans",
  { apiKeyId: notifications.apiKeyId, refs: listOf(types.bigint), userIds: listOf(types.text) },
  { ref: notifications.notificationRef },
  `select n.notification_ref as ref from notifications n
   where n.api_key_id = $apiKeyId and n.notification_ref = any($refs::bigint[]) and not n.notify_all and not exists ${others}
   order by n.organization_id, n.notification_id for update`,
);

/** Which of the notifications are addressed only to these users. */
export async function selectOrphanedNotifications(
  tx: Db,
  apiKeyId: string,
  refs: readonly number[],
  userIds: readonly string[],
): Promise<number[]> {
  return (await tx.rows(selectOrphans, { apiKeyId, refs, userIds })).map(({ ref }) => ref);
}

const removeNames = statement(
  "notifications.erase_names",
  { userIds: listOf(types.text), apiKeyId: notifications.apiKeyId, refs: listOf(types.bigint), requestedAtMs: types.bigint },
  {},
  `update notifications n
   set notify_users = (
     select coalesce(json_agg(u.named order by u.position), '[]'::json)
     from json_array_elements(n.notify_users) with ordinality as u (named, position) where u.named ->> 'userId' <> all($userIds::text[]))
   where n.api_key_id = $apiKeyId and n.notification_ref = any($refs::bigint[]) and n.created_at_ms <= $requestedAtMs`,
);

/** Removes the users from the named recipients of the notifications. */
export function eraseNames(tx: Db, within: Within, refs: readonly number[], userIds: readonly string[]): Promise<number> {
  return tx.run(removeNames, { ...within, refs, userIds });
}
