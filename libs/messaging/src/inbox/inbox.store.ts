import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";

export type InboxStore = ReturnType<typeof inboxStore>;

export function inboxStore(schema: string) {
  const insert = statement(
    `${schema}.inbox_insert`,
    { group: types.text, eventIds: listOf(types.uuid) },
    { eventId: types.uuid },
    // In one order, so that two transactions with the same events do not deadlock.
    `insert into inbox (consumer_group, event_id) select $group, id from unnest($eventIds::uuid[]) as id order by id
     on conflict do nothing returning event_id`,
  );
  const deleteOld = statement(
    `${schema}.inbox_delete_old`,
    { retentionMs: types.bigint, limit: types.bigint },
    {},
    // Out of one partition, in case the table has several: a ctid of one also exists in each of the others.
    `with oldest as (
       select tableoid as part from inbox
       where handled_at < clock_timestamp() - $retentionMs::bigint * interval '1 millisecond' order by handled_at limit 1
     )
     delete from inbox where tableoid = (select part from oldest) and ctid = any (array(
       select ctid from inbox
       where handled_at < clock_timestamp() - $retentionMs::bigint * interval '1 millisecond' and tableoid = (select part from oldest)
       order by handled_at limit $limit
     ))`,
  );

  return {
    /** The ids of those events that are new to the group, each returned once: a second transaction waits for the first to end. */
    add: async (tx: Db, group: string, eventIds: readonly string[]) =>
      (await tx.rows(insert, { group, eventIds })).map(({ eventId }) => eventId),
    /** Removes up to `limit` rows that are older than the retention; returns how many. */
    removeOld: (db: Db, retentionMs: number, limit: number) => db.run(deleteOld, { retentionMs, limit }),
  };
}
