import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, nowMs, type Shape, typedParameter, types, type ValuesOf } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import { nowMs as stableNowMs } from "../clock/now-ms.ts";
import type { emailQueue } from "../emails/config/tables.ts";
import type { webhookQueue } from "../webhooks/config/tables.ts";
import type { Kind, Leased } from "./channel.ts";

const crossTenant = "Leases of every API key are kept alive, given back and taken over together.";

/** Identifies a row of a queue and its lease. */
type Lease = Omit<Leased, "tries">;

interface QueueTable<Row extends Lease, Lists extends Shape> {
  readonly kind: Kind;
  readonly queue: typeof emailQueue | typeof webhookQueue;
  /** The columns of its primary key, that of the delivery's id last. */
  readonly key: readonly PgColumn[];
  /** The parameters that list the values of the key and, at the end, the fences of leased rows. */
  readonly parameters: Lists;
  readonly lists: (leased: readonly Row[]) => ValuesOf<Lists>;
  /** Most rows that one call of `promote` makes ready. */
  readonly promotedAtOnce: number;
}

/** The leases of the rows of a queue, and the parts of the statements that change more of them. */
interface LeasedQueue<Row extends Lease, Lists extends Shape> extends QueueTable<Row, Lists> {
  /** SQL: the lists as arguments of `unnest`, and the names of its columns. */
  readonly arrays: readonly Sql[];
  readonly columns: readonly PgColumn[];
  /** SQL: the leased rows, under the alias `leased`. */
  readonly rows: Sql;
  /** SQL: whether a row `q` of the queue still has its lease. */
  readonly isLeased: Sql;
  /** Makes due rows ready: scheduled ones, and those whose lease has expired. */
  promote(db: Db): Promise<{ readonly rows: number; readonly takenOver: number }>;
  /** Extends leases; returns the ids of the deliveries that are still leased. */
  extend(db: Db, leased: readonly Row[], leaseMs: number): Promise<Set<number>>;
  /** Gives back deliveries that were not attempted, to be claimed again after some time. */
  putBack(db: Db, leased: readonly (Row & { readonly delayMs: number })[]): Promise<void>;
}

export function leasedQueue<Row extends Lease, const Lists extends Shape>(table: QueueTable<Row, Lists>): LeasedQueue<Row, Lists> {
  const { kind, queue, key, parameters, lists, promotedAtOnce } = table;
  const columns = [...key, queue.fence];
  const arrays = Object.entries(parameters).map(([name, list]) => typedParameter(name, list));
  const rows = sql`unnest(${arrays}) as leased (${columns})`;
  // The fence alone tells who has a row: it is raised whenever one is claimed, given back, or taken from a process whose lease has expired. A
  // condition on the state would make Postgres begin with the leased rows, of which there are none when it plans and hundreds later.
  const sameKey = key.map((column) => sql`q.${column} = leased.${column}`).reduce((all, one) => sql`${all} and ${one}`);
  const isLeased = sql`${sameKey} and q.${queue.fence} = leased.${queue.fence}`;

  // The time is that of the schema where an index is searched by it, which is declared as stable: a volatile function cannot be used for that.
  const promote = statement(
    `notifications.${kind}_promote`,
    {},
    { rows: types.bigint, takenOver: types.bigint },
    sql`with due as materialized (
       select ctid as place, ${queue.state} from ${queue} where ${queue.state} <> 'ready' and ${queue.dueAtMs} <= ${stableNowMs}
       order by ${queue.dueAtMs} limit ${promotedAtOnce} for update skip locked
     ), promoted as (
       update ${queue} q set ${queue.state} = 'ready', ${queue.owner} = '', ${queue.fence} = q.${queue.fence} + 1
       where q.ctid = any(array(select place from due))
     )
     select count(*) as rows, count(*) filter (where ${queue.state} = 'leased') as taken_over from due`,
    { crossTenant },
  );
  const extend = statement(
    `notifications.${kind}_extend`,
    { ...(parameters as Shape), leaseMs: types.bigint },
    { deliveryId: types.bigint },
    sql`update ${queue} q set ${queue.dueAtMs} = ${nowMs} + $leaseMs::bigint from ${rows} where ${isLeased} returning q.${key.slice(-1)}`,
    { crossTenant },
  );
  const putBack = statement(
    `notifications.${kind}_put_back`,
    { ...(parameters as Shape), delaysMs: listOf(types.bigint) },
    {},
    sql`update ${queue} q
     set ${queue.state} = case when leased.delay_ms > 0 then 'scheduled' else 'ready' end, ${queue.dueAtMs} = ${nowMs} + leased.delay_ms,
       ${queue.owner} = '', ${queue.fence} = q.${queue.fence} + 1
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
