import { type Sql, sql } from "@parley/database";
import { literal, type Shape, type ValuesOf } from "@parley/database/schema";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { emailQueue } from "../emails/config/tables.ts";
import type { webhookQueue } from "../webhooks/config/tables.ts";
import type { Claimed, Kind } from "./claimed.ts";
import { deliveryGroups as groups } from "./tables.ts";

/** The description of a queue's table, from which its statements are made. */
export interface QueueTable<Row extends Claimed, Lists extends Shape> {
  readonly kind: Kind;
  readonly queue: typeof emailQueue | typeof webhookQueue;
  /** The columns of the primary key: the group's first, the delivery's id last. */
  readonly key: readonly PgColumn[];
  readonly apiKeyId: PgColumn;
  /** The endpoint of a group; undefined if groups are API keys. */
  readonly target: PgColumn | undefined;
  readonly id: PgColumn;
  /** The parameters that list key values, and the values for rows. */
  readonly parameters: Lists;
  readonly lists: (rows: readonly Row[]) => ValuesOf<Lists>;
  /** The memory that a row takes. */
  readonly bytes: Sql;
  /** What else is read of a delivery `picked`, and the tables joined to it for that. */
  readonly columns: Shape;
  readonly selected: readonly Sql[];
  readonly joined: Sql;
  /** Most rows that one call of `promote` makes ready. */
  readonly promotedAtOnce: number;
}

type Grouped = Pick<QueueTable<Claimed, Shape>, "kind" | "apiKeyId" | "target">;

/** SQL: the target of the group of a row. */
export function targetOf({ target }: Grouped, row: Sql): Sql {
  return target === undefined ? sql`''` : sql`${row}.${target}`;
}

/** SQL: the group of a row, with its owner. */
export function groupOf(table: Grouped, row: Sql): Sql {
  return sql`select * from ${groups} g where g.${groups.apiKeyId} = ${row}.${table.apiKeyId} and g.${groups.kind} = ${literal(table.kind)}
       and g.${groups.target} = ${targetOf(table, row)}`;
}
