import { sql } from "./sql.ts";

/** SQL: milliseconds since the epoch by the database's clock, the one clock that all processes share. */
export const nowMs = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`;
