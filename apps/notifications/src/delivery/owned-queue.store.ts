import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nowMs, type Shape, typedParameter, types } from "@parley/database/schema";
import { nowMs as stableNowMs } from "../clock/now-ms.ts";
import type { Claimed, Kind, Wait } from "./claimed.ts";
import { groupOf, type QueueTable } from "./queue-table.ts";
import { type Asked, type Read, readyReader } from "./read-ready.store.ts";
import { deliveryGroups as groups } from "./tables.ts";

const crossTenant = "Deliveries of every API key are read, kept and put off together.";

/** The statements common to all queues. */
export interface OwnedQueue<Row extends Claimed> {
  readonly kind: Kind;
  /** Makes scheduled rows that are due ready, at most `promotedAtOnce`; returns how many. */
  promote(db: Db): Promise<number>;
  readonly promotedAtOnce: number;
  read(db: Db, asked: Asked): Promise<Read<Row>>;
  /** The ids of those that are still claimed: neither erased nor changed, and in groups with the same owner. */
  still(db: Db, rows: readonly Row[]): Promise<ReadonlySet<number>>;
  /** Puts deliveries off without an attempt, to be read again after a delay. */
  putOff(db: Db, waits: readonly Wait<Row>[]): Promise<void>;
}

const fences = { fences: listOf(types.bigint), groupFences: listOf(types.bigint) };

/** The statements of a queue, and the parts of statements that change claimed rows. */
export function ownedQueue<Row extends Claimed, const Lists extends Shape>(table: QueueTable<Row, Lists>) {
  const { kind, queue, key, id, promotedAtOnce } = table;
  const parameters: Lists & typeof fences = { ...table.parameters, ...fences };
  const arrays = Object.entries(parameters as Shape).map(([name, list]) => typedParameter(name, list));
  const columns = [...key, queue.fence].map((column) => sql`${column}`);
  const sameKey = key.map((column) => sql`q.${column} = claimed.${column}`).reduce((all, one) => sql`${all} and ${one}`);
  const lists = (rows: readonly Row[]) => ({
    ...table.lists(rows),
    fences: rows.map(({ fence }) => fence),
    groupFences: rows.map(({ groupFence }) => groupFence),
  });

  /** The rows of the parameters (with further columns from further arrays), without those whose group has another owner now. */
  const claimed = (more: { readonly arrays: readonly Sql[]; readonly columns: Sql } = { arrays: [], columns: sql`` }) =>
    sql`claimed as materialized (
     select claimed.* from unnest(${[...arrays, ...more.arrays]}) with ordinality as claimed (${columns}, group_fence, ${more.columns} nth)
     cross join lateral (${groupOf(table, sql`claimed`)} and g.${groups.fence} = claimed.group_fence limit 1) as g
   )`;
  /** Whether a row `q` of the queue is one of `claimed`, and unchanged. */
  const isClaimed = sql`${sameKey} and q.${queue.fence} = claimed.${queue.fence}`;

  // An index is searched by the schema's own clock, which is declared stable: a volatile function could not use the index.
  const promote = statement(
    `notifications.${kind}_promote`,
    {},
    { rows: types.bigint },
    sql`with due as materialized (
       select ctid as place from ${queue} where ${queue.state} <> 'ready' and ${queue.dueAtMs} <= ${stableNowMs}
       order by ${queue.dueAtMs} limit ${promotedAtOnce} for update skip locked
     ), promoted as (
       update ${queue} q set ${queue.state} = 'ready', ${queue.fence} = default
       where q.ctid = any(array(select place from due))
     )
     select count(*) as rows from due`,
    { crossTenant },
  );
  const still = statement(
    `notifications.${kind}_still`,
    parameters as Shape,
    { deliveryId: types.bigint },
    sql`with ${claimed()} select q.${id} from claimed join ${queue} q on ${isClaimed}`,
    { crossTenant },
  );
  const putOff = statement(
    `notifications.${kind}_put_off`,
    { ...(parameters as Shape), delaysMs: listOf(types.bigint) },
    {},
    sql`with ${claimed({ arrays: [sql`$delaysMs::bigint[]`], columns: sql`delay_ms,` })}
     update ${queue} q set ${queue.state} = 'scheduled', ${queue.dueAtMs} = ${nowMs} + claimed.delay_ms, ${queue.fence} = default
     from claimed where ${isClaimed}`,
    { crossTenant },
  );

  const statements: OwnedQueue<Row> = {
    kind,
    promotedAtOnce,
    promote: async (db) => (await db.row(promote, {}))?.rows ?? 0,
    read: readyReader(table),
    still: async (db, rows) => new Set((await db.rows(still, lists(rows))).map(({ deliveryId }) => deliveryId)),
    putOff: async (db, waits) => {
      await db.run(putOff, { ...lists(waits.map(({ row }) => row)), delaysMs: waits.map(({ delayMs }) => Math.round(delayMs)) });
    },
  };
  return { ...statements, parameters, lists, claimed, isClaimed };
}
