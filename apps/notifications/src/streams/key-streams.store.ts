import { type Sql, sql } from "@parley/database";
import { types } from "@parley/database/schema";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { recipients } from "./tables.ts";

export type Order = "asc" | "desc";

/** One statement for each order. */
export const inBothOrders = <Made>(make: (order: Order) => Made): Readonly<Record<Order, Made>> => ({
  asc: make("asc"),
  desc: make("desc"),
});

/** The comparison of a row with the position where its list continues. */
export const isBehind = (order: Order): Sql => (order === "asc" ? sql`>` : sql`<`);

export const directionOf = (order: Order): Sql => (order === "asc" ? sql`asc` : sql`desc`);

/** The position where a list continues, and the most rows to read. */
export interface Slice {
  readonly afterMs: number;
  readonly afterRef: number;
  readonly limit: number;
}

export interface OfUser {
  readonly apiKeyId: string;
  readonly organizationId: string;
  readonly userId: string;
}

/** A left join that tells by `r.is_named` whether the user is notified by name of the notification `n`: one look-up, whatever is estimated. */
export const isNamedOf = (n: Readonly<Record<"createdAtMs" | "notificationRef", PgColumn>>): Sql => sql`left join lateral (
    select true as is_named from ${recipients}
    where ${recipients.apiKeyId} = $apiKeyId and ${recipients.organizationId} = $organizationId and ${recipients.userId} = $userId
      and ${recipients.createdAtMs} = n.${n.createdAtMs} and ${recipients.notificationRef} = n.${n.notificationRef} limit 1
  ) r on true`;

/** The columns that these statements return for a `ListKey`. They come from more than one table. */
export const keyRow = {
  createdAtMs: types.bigint,
  notificationRef: types.bigint,
  documentId: types.text,
  storedBytes: types.integer,
  isVisible: types.boolean,
};

/** A table with a key in each row, and its API key and organization. */
type StreamTable = PgTable &
  Readonly<Record<"apiKeyId" | "organizationId" | "createdAtMs" | "notificationRef" | "documentId" | "storedBytes", PgColumn>>;

interface Stream {
  readonly from: StreamTable;
  readonly where: Sql;
  /** The condition that the user is notified by name, returned as an additional column. */
  readonly byName?: Sql;
}

const keyOf = ({ createdAtMs, notificationRef, documentId, storedBytes }: StreamTable) => [
  createdAtMs,
  notificationRef,
  documentId,
  storedBytes,
];

/**
 * The next rows of several streams in one order. Each is read on its own index and no further than the limit; a row in several streams
 * appears once.
 */
export function keysOf(order: Order, streams: readonly Stream[]): Sql {
  const { createdAtMs, notificationRef } = recipients;
  const direction = directionOf(order);
  const ordered = sql`order by ${createdAtMs} ${direction}, ${notificationRef} ${direction} limit $limit`;
  const position = sql`(${createdAtMs}, ${notificationRef}) ${isBehind(order)} ($afterMs, $afterRef)`;
  const parts = streams.map(
    ({ from, where, byName }) => sql`
      (select ${keyOf(from)}${byName === undefined ? sql`` : sql`, ${byName} as by_name`} from ${from}
       where ${from.apiKeyId} = $apiKeyId and ${from.organizationId} = $organizationId and ${position} and ${where}
       ${ordered})`,
  );
  const key = keyOf(recipients);
  const named = streams.some(({ byName }) => byName !== undefined) ? sql`, bool_or(by_name) as by_name` : sql``;
  const all = parts.reduce((some, one) => sql`${some} union all ${one}`);
  return sql`select ${key}${named} from (${all}) streams group by ${key} ${ordered}`;
}
