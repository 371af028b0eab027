import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { messagingSchema } from "../schema/messaging-schema.ts";

export type InboxStore = ReturnType<typeof inboxStore>;

export function inboxStore(schema: string) {
  const { inbox } = messagingSchema(schema);
  const insert = statement(
    `${schema}.inbox_insert`,
    { group: types.text, eventIds: listOf(types.uuid) },
    { eventId: types.uuid },
    // Always in the same order, so that two transactions with the same events do not deadlock.
    sql`insert into ${inbox} (${inbox.consumerGroup}, ${inbox.eventId}) select $group, id from unnest($eventIds::uuid[]) as id order by id
     on conflict do nothing returning ${inbox.eventId}`,
  );
  const deleteOld = statement(
    `${schema}.inbox_delete_old`,
    { retentionMs: types.bigint, limit: types.bigint },
    {},
    // Deletes from one partition at a time, if the table has several: a ctid is unique only within a partition.
    sql`with oldest as (
       select tableoid as part from ${inbox}
       where ${inbox.handledAt} < clock_timestamp() - $retentionMs::bigint * interval '1 millisecond' order by ${inbox.handledAt} limit 1
     )
     delete from ${inbox} where tableoid = (select part from oldest) and ctid = any (array(
       select ctid from ${inbox}
       where ${inbox.handledAt} < clock_timestamp() - $retentionMs::bigint * interval '1 millisecond'
         and tableoid = (select part from oldest)
       order by ${inbox.handledAt} limit $limit
     ))`,
  );

  return {
    /** The ids of the events that are new to the group, each returned once: a second transaction waits for the first to end. */
    add: async (tx: Db, group: string, eventIds: readonly string[]) =>
      (await tx.rows(insert, { group, eventIds })).map(({ eventId }) => eventId),
    /** Removes up to `limit` rows that are older than the retention; returns how many. */
    removeOld: (db: Db, retentionMs: number, limit: number) => db.run(deleteOld, { retentionMs, limit }),
  };
}
