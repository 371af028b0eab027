import { sql } from "drizzle-orm";

/** The time of the database's clock, in ms; constant within a statement, so that an index can be searched by it. */
export const nowMs = sql`notifications.now_ms()`;
