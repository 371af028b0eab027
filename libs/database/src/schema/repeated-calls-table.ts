import { sql } from "drizzle-orm";
import { index, pgSchema, primaryKey } from "drizzle-orm/pg-core";
import { id, int8 } from "./columns.ts";

/** The table in which a service records the newest attempt at each call (`repeated-calls.ts`). */
export function repeatedCallsTable(name: string) {
  return pgSchema(name).table(
    "repeated_calls",
    {
      callKey: id("call_key").notNull(),
      /** The number of the newest attempt that has begun. */
      attempt: int8("attempt").notNull(),
      createdAtMs: int8("created_at_ms").notNull().default(sql`((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint`),
    },
    (t) => [index("repeated_calls_by_age").on(t.createdAtMs), primaryKey({ columns: [t.callKey] })],
  );
}
