import { type Db, statement } from "@parley/database";
import { types } from "@parley/database/schema";

export type InboxStore = ReturnType<typeof inboxStore>;

export function inboxStore(schema: string) {
  const insert = statement(
    `${schema}.inbox_insert`,
    { group: types.text, eventId: types.uuid },
    {},
    "insert into inbox (consumer_group, event_id) values ($group, $eventId::uuid) on conflict do nothing",
  );
  const deleteOld = statement(
    `${schema}.inbox_delete_old`,
    { retentionMs: types.bigint, limit: types.bigint },
    {},
    `delete from inbox where ctid = any (array(
       select ctid from inbox where handled_at < clock_timestamp() - $retentionMs::bigint * interval '1 millisecond' order by handled_at limit $limit
     ))`,
  );

  return {
    /** Whether the event is new to the group. Says so once: a second transaction waits for the first to end. */
    add: async (tx: Db, group: string, eventId: string) => (await tx.run(insert, { group, eventId })) === 1,
    /** Removes up to `limit` rows that are older than the retention; answers how many. */
    removeOld: (db: Db, retentionMs: number, limit: number) => db.run(deleteOld, { retentionMs, limit }),
  };
}
