import { bigint, customType } from "drizzle-orm/pg-core";
import { sql } from "./sql.ts";

/** Text that is compared byte by byte: ids, and columns that sort like ids. */
export const id = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A 64-bit integer that fits a double: counts, and milliseconds since the epoch. */
export const int8 = <const Name extends string>(name: Name) => bigint(name, { mode: "number" });

/** JSON that is only stored and passed on, as text. */
export const jsonText = customType<{ data: string }>({ dataType: () => "json" });

/** JSON that Postgres looks into, returned as text. */
export const jsonbText = customType<{ data: string }>({ dataType: () => "jsonb" });

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A transaction id that never wraps around. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });

/** SQL: milliseconds since the epoch by the database's clock, the one clock that all processes share. */
export const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
