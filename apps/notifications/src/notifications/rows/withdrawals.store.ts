import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { readMarks, recipients } from "../../streams/tables.ts";
import { notifications } from "./tables.ts";

/** A user who is taken out of a notification. */
interface Withdrawn {
  readonly notificationRef: number;
  readonly createdAtMs: number;
  readonly userId: string;
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
  { apiKeyId, organizationId }: { readonly apiKeyId: string; readonly organizationId: string },
  entries: readonly Withdrawn[],
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
