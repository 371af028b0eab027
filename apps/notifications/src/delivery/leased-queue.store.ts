import { type Db, statement } from "@parley/database";
import { listOf, nowMs, type Shape, sqlTypeOf, types, type ValuesOf } from "@parley/database/schema";
import type { Kind, Leased } from "./channel.ts";

const crossTenant = "Leases of every API key are kept alive, given back and taken over together.";

/** Identifies a row of a queue and its lease. */
type Lease = Omit<Leased, "tries">;

/** The table `<kind>_queue`, which has the columns `state`, `due_at_ms`, `fence` and `owner` beside its key. */
interface QueueTable<Row extends Lease, Lists extends Shape> {
  readonly kind: Kind;
  /** The columns of its primary key, that of the delivery's id last. */
  readonly key: readonly string[];
  /** The parameters that list the values of the key and, at the end, the fences of leased rows. */
  readonly parameters: Lists;
  readonly lists: (leased: readonly Row[]) => ValuesOf<Lists>;
  /** Most rows that one call of `promote` makes ready. */
  readonly promotedAtOnce: number;
}

/** The leases of the rows of a queue, and the parts of the statements that change more of them. */
interface LeasedQueue<Row extends Lease, Lists extends Shape> extends QueueTable<Row, Lists> {
  /** SQL: the lists as arguments of `unnest`, and the names of its columns. */
  readonly arrays: string;
  readonly columns: string;
  /** SQL: the leased rows, under the alias `leased`. */
  readonly rows: string;
  /** SQL: whether a row `q` of the queue still has its lease. */
  readonly isLeased: string;
  /** Makes due rows ready: scheduled ones, and those whose lease has expired. */
  promote(db: Db): Promise<{ readonly rows: number; readonly takenOver: number }>;
  /** Extends leases; returns the ids of the deliveries that are still leased. */
  extend(db: Db, leased: readonly Row[], leaseMs: number): Promise<Set<number>>;
  /** Gives back deliveries that were not attempted, to be claimed again after some time. */
  putBack(db: Db, leased: readonly (Row & { readonly delayMs: number })[]): Promise<void>;
}

export function leasedQueue<Row extends Lease, const Lists extends Shape>(table: QueueTable<Row, Lists>): LeasedQueue<Row, Lists> {
  const { kind, key, parameters, lists, promotedAtOnce } = table;
  const queue = `${kind}_queue`;
  const columns = [...key, "fence"].join(", ");
  const arrays = Object.entries(parameters)
    .map(([name, list]) => `$${name}::${sqlTypeOf(list)}`)
    .join(", ");
  const rows = `unnest(${arrays}) as leased (${columns})`;
  // The fence alone tells who has a row: it is raised whenever one is claimed, given back, or taken from a process whose lease has expired. A
  // condition on the state would make Postgres begin with the leased rows, of which there are none when it plans and hundreds later.
  const isLeased = `${key.map((column) => `q.${column} = leased.${column}`).join(" and ")} and q.fence = leased.fence`;

  // The time is `now_ms()` where an index is searched by it, which is declared as stable: a volatile function cannot be used for that.
  const promote = statement(
    `notifications.${kind}_promote`,
    {},
    { rows: types.bigint, takenOver: types.bigint },
    `with due as materialized (
       select ctid as place, state from ${queue} where state <> 'ready' and due_at_ms <= now_ms()
       order by due_at_ms limit ${promotedAtOnce} for update skip locked
     ), promoted as (
       update ${queue} q set state = 'ready', owner = '', fence = q.fence + 1 where q.ctid = any(array(select place from due))
     )
     select count(*) as rows, count(*) filter (where state = 'leased') as taken_over from due`,
    { crossTenant },
  );
  const extend = statement(
    `notifications.${kind}_extend`,
    { ...(parameters as Shape), leaseMs: types.bigint },
    { deliveryId: types.bigint },
    `update ${queue} q set due_at_ms = ${nowMs} + $leaseMs::bigint from ${rows} where ${isLeased} returning q.${key.at(-1)}`,
    { crossTenant },
  );
  const putBack = statement(
    `notifications.${kind}_put_back`,
    { ...(parameters as Shape), delaysMs: listOf(types.bigint) },
    {},
    `update ${queue} q set state = case when leased.delay_ms > 0 then 'scheduled' else 'ready' end, due_at_ms = ${nowMs} + leased.delay_ms,
       owner = '', fence = q.fence + 1
     from unnest(${arrays}, $delaysMs::bigint[]) as leased (${columns}, delay_ms)
     where ${isLeased}`,
    { crossTenant },
  );

  return {
    ...table,
    arrays,
    columns,
    rows,
    isLeased,
    promote: async (db) => (await db.row(promote, {})) ?? { rows: 0, takenOver: 0 },
    extend: async (db, leased, leaseMs) =>
      new Set((await db.rows(extend, { ...lists(leased), leaseMs })).map(({ deliveryId }) => deliveryId)),
    async putBack(db, leased) {
      await db.run(putBack, { ...lists(leased), delaysMs: leased.map(({ delayMs }) => Math.round(delayMs)) });
    },
  };
}
