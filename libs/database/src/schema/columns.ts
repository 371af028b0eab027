import { bigint, customType } from "drizzle-orm/pg-core";

/** Text that is compared byte by byte: every id, and whatever is sorted as ids are. */
export const id = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

/** A 64-bit whole number that fits a double: counts, and milliseconds since the epoch. */
export const int8 = <const Name extends string>(name: Name) => bigint(name, { mode: "number" });

/** JSON, kept as text because it is passed on as text. */
export const jsonText = customType<{ data: string }>({ dataType: () => "json" });

/** JSON that Postgres reads into, returned as text. */
export const jsonbText = customType<{ data: string }>({ dataType: () => "jsonb" });

export const bytes = customType<{ data: Buffer }>({ dataType: () => "bytea" });

/** A transaction id that never wraps around. */
export const xid8 = customType<{ data: string }>({ dataType: () => "xid8" });
