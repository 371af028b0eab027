import { id, int8 } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { index, pgSchema, primaryKey } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");
const nowMs = sql`workspace.now_ms()`;

/**
 * The statistics of an API key: for each minute of a day, and further back for each hour of a week. A row that begins with the hour stands
 * for the whole hour. Storage: fillfactor=70.
 */
export const keyMinutes = schema.table(
  "key_minutes",
  {
    apiKeyId: id("api_key_id").notNull(),
    /** When it began. */
    minuteMs: int8("minute_ms").notNull(),
    requests: int8("requests").notNull().default(0),
    clientErrors: int8("client_errors").notNull().default(0),
    serverErrors: int8("server_errors").notNull().default(0),
    /** Requests by response time, in the buckets of `minutes.proto`; empty without requests. */
    latencies: int8("latencies").array().notNull().default(sql`'{}'::bigint[]`),
    waitingDeliveries: int8("waiting_deliveries"),
    waitingMails: int8("waiting_mails"),
    openUserRemovals: int8("open_user_removals"),
    openPlaceRemovals: int8("open_place_removals"),
  },
  (t) => [
    index("key_minutes_by_age").on(t.minuteMs),
    index("key_minutes_by_minute").on(t.minuteMs).where(sql`(minute_ms % (3600000)::bigint) <> 0`),
    primaryKey({ columns: [t.apiKeyId, t.minuteMs] }),
  ],
);

/** Reports of minutes that have been added up. */
export const minuteReports = schema.table(
  "minute_reports",
  {
    reportId: id("report_id").notNull(),
    heardAtMs: int8("heard_at_ms").notNull().default(nowMs),
  },
  (t) => [index("minute_reports_by_age").on(t.heardAtMs), primaryKey({ columns: [t.reportId] })],
);
