import { id, int8 } from "@parley/database/schema";
import { index, pgSchema, primaryKey } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");

/** The usage of an API key on a day in UTC. Contains no personal data: a row outlives its key. Storage: fillfactor=70. */
export const usageDays = schema.table(
  "usage_days",
  {
    apiKeyId: id("api_key_id").notNull(),
    /** When it began. */
    dayMs: int8("day_ms").notNull(),
    /** The workspace that the key belonged to. */
    workspaceId: id("workspace_id").notNull(),
    requests: int8("requests").notNull(),
    failed: int8("failed").notNull(),
    refused: int8("refused").notNull(),
    comments: int8("comments").notNull(),
    /** The number of rows that `usage_people` has had for this day. */
    users: int8("users").notNull(),
    mails: int8("mails").notNull(),
    deliveries: int8("deliveries").notNull(),
    streamsMs: int8("streams_ms").notNull(),
    inputTokens: int8("input_tokens").notNull(),
    outputTokens: int8("output_tokens").notNull(),
  },
  (t) => [
    index("usage_days_of_workspace").on(t.workspaceId, t.dayMs, t.apiKeyId),
    index("usage_days_by_age").on(t.dayMs),
    primaryKey({ columns: [t.apiKeyId, t.dayMs] }),
  ],
);

/**
 * The users who acted on a day, each as a hash of user, key and day, so that each counts once. Kept for two days: by then the day is over,
 * and late counts have been reported.
 */
export const usagePeople = schema.table(
  "usage_people",
  {
    apiKeyId: id("api_key_id").notNull(),
    userHash: id("user_hash").notNull(),
    dayMs: int8("day_ms").notNull(),
  },
  (t) => [index("usage_people_by_age").on(t.dayMs), primaryKey({ columns: [t.apiKeyId, t.userHash, t.dayMs] })],
);
