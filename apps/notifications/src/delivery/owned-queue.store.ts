import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, literal, nowMs, type Shape, typedParameter, types, type ValuesOf } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import { nowMs as stableNowMs } from "../clock/now-ms.ts";
import type { emailQueue } from "../emails/config/tables.ts";
import type { webhookQueue } from "../webhooks/config/tables.ts";
import type { Held, Kind } from "./channel.ts";
import { isAbandoned } from "./ownership.store.ts";
import { deliveryGroups as groups } from "./tables.ts";

const crossTenant = "Deliveries of every API key are read, kept and put off together.";

type HeldRow = Omit<Held, "tries">;

interface QueueTable<Row extends HeldRow, Lists extends Shape> {
  readonly kind: Kind;
  readonly queue: typeof emailQueue | typeof webhookQueue;
  /** The columns of the primary key: the group's first, the delivery's id last. */
  readonly key: readonly PgColumn[];
  readonly group: readonly PgColumn[];
  /** The parameters that list key values, and the values for rows. */
  readonly parameters: Lists;
  readonly lists: (rows: readonly Row[]) => ValuesOf<Lists>;
  /** Most rows that one call of `promote` makes ready. */
  readonly promotedAtOnce: number;
}

const fences = { fences: listOf(types.bigint), groupFences: listOf(types.bigint) };

// Groups examined by one read; the next one continues after the last of them.
export const groupsPerRead = 64;

/** The statements common to all queues, and the parts of statements that read and change held rows. */
export function ownedQueue<Row extends HeldRow, const Lists extends Shape>(table: QueueTable<Row, Lists>) {
  const { kind, queue, key, group, promotedAtOnce } = table;
  const groupOf = sql`select * from ${groups} g where g.${groups.apiKeyId} = held.${queue.apiKeyId} and g.${groups.kind} = ${literal(kind)}
       and g.${groups.target} = ${group[1] === undefined ? sql`''` : sql`held.${group[1]}`}`;
  const parameters: Lists & typeof fences = { ...table.parameters, ...fences };
  const arrays = Object.entries(parameters as Shape).map(([name, list]) => typedParameter(name, list));
  const columns = [...key, queue.fence].map((column) => sql`${column}`);
  const sameKey = key.map((column) => sql`q.${column} = held.${column}`).reduce((all, one) => sql`${all} and ${one}`);
  const lists = (rows: readonly Row[]) => ({
    ...table.lists(rows),
    fences: rows.map(({ fence }) => fence),
    groupFences: rows.map(({ groupFence }) => groupFence),
  });

  /** The rows of the parameters (with further columns from further arrays), without those whose group has another owner now. */
  const held = (more: { readonly arrays: readonly Sql[]; readonly columns: Sql } = { arrays: [], columns: sql`` }) =>
    sql`held as materialized (
     select held.* from unnest(${[...arrays, ...more.arrays]}) with ordinality as held (${columns}, group_fence, ${more.columns} nth)
     cross join lateral (${groupOf} and g.${groups.fence} = held.group_fence limit 1) as g
   )`;
  /** Whether a row `q` of the queue is one of `held`, and unchanged. */
  const isHeld = sql`${sameKey} and q.${queue.fence} = held.${queue.fence}`;

  const ready = (alias: Sql) => group.map((column) => sql`${alias}.${column}`);
  /** The groups `visited` that have ready rows, from a position on, with their owners. The result begins with `with recursive`. */
  const visited = (after: readonly Sql[]) => sql`with recursive ready as (
     (select ${group}, 1 as position from ${queue} where ${queue.state} = 'ready' and (${group}) > (${after}) order by ${group} limit 1)
     union all
     select ${ready(sql`next`)}, ready.position + 1 from ready cross join lateral (
       select ${ready(sql`q`)} from ${queue} q where q.${queue.state} = 'ready' and (${ready(sql`q`)}) > (${ready(sql`ready`)})
       order by ${ready(sql`q`)} limit 1
     ) as next
     where ready.position < ${groupsPerRead}
   ), visited as materialized (
     select held.*, g.${groups.fence} as group_fence, g.${groups.owner} is not null as was_owned,
       coalesce(g.${groups.owner} = $owner, false) as is_mine,
       g.${groups.owner} is null or (g.${groups.owner} <> $owner and ${isAbandoned(sql`g`)}) as is_free
     from ready as held left join lateral (${groupOf} limit 1) as g on true
   )`;
  /**
   * Whether a row of `visited` without anything to read must be returned: because the group is free, or because the next read begins after
   * it.
   */
  const isTold = sql`(visited.is_free or visited.position = (select max(position) from visited))`;

  // An index is searched by the schema's own clock, which is declared stable: a volatile function could not use the index.
  const promote = statement(
    `notifications.${kind}_promote`,
    {},
    { rows: types.bigint },
    sql`with due as materialized (
       select ctid as place from ${queue} where ${queue.state} <> 'ready' and ${queue.dueAtMs} <= ${stableNowMs}
       order by ${queue.dueAtMs} limit ${promotedAtOnce} for update skip locked
     ), promoted as (
       update ${queue} q set ${queue.state} = 'ready', ${queue.owner} = '', ${queue.fence} = default
       where q.ctid = any(array(select place from due))
     )
     select count(*) as rows from due`,
    { crossTenant },
  );
  const still = statement(
    `notifications.${kind}_still`,
    parameters as Shape,
    { deliveryId: types.bigint },
    sql`with ${held()} select q.${key.slice(-1)} from held join ${queue} q on ${isHeld}`,
    { crossTenant },
  );
  const putOff = statement(
    `notifications.${kind}_put_off`,
    { ...(parameters as Shape), delaysMs: listOf(types.bigint) },
    {},
    sql`with ${held({ arrays: [sql`$delaysMs::bigint[]`], columns: sql`delay_ms,` })}
     update ${queue} q set ${queue.state} = 'scheduled', ${queue.dueAtMs} = ${nowMs} + held.delay_ms, ${queue.fence} = default
     from held where ${isHeld}`,
    { crossTenant },
  );

  return {
    parameters,
    lists,
    held,
    isHeld,
    visited,
    isTold,
    promotedAtOnce,
    /** Makes scheduled rows that are due ready, at most `promotedAtOnce`; returns how many. */
    promote: async (db: Db) => (await db.row(promote, {}))?.rows ?? 0,
    /** The ids of those that are still held: neither erased nor changed, and in groups with the same owner. */
    still: async (db: Db, rows: readonly Row[]) =>
      new Set((await db.rows(still, lists(rows))).map(({ deliveryId }) => deliveryId as number)),
    /** Puts deliveries off without an attempt, to be read again after a delay. */
    async putOff(db: Db, rows: readonly (Row & { readonly delayMs: number })[]): Promise<void> {
      await db.run(putOff, { ...lists(rows), delaysMs: rows.map(({ delayMs }) => Math.round(delayMs)) });
    },
  };
}
