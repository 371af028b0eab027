import { id, int8 } from "@parley/database/schema";
import { boolean, pgSchema, primaryKey } from "drizzle-orm/pg-core";

const schema = pgSchema("activity");

/** API keys whose comments are indexed for search, or were: how far the index is. */
export const searchKeys = schema.table(
  "search_keys",
  {
    apiKeyId: id("api_key_id").notNull(),
    /** Everything in the feed up to this place is indexed. */
    feedPosition: int8("feed_position").notNull(),
    feedRef: int8("feed_ref").notNull(),
    /** Of the annotations that were there at the beginning, the newest; all below `belowRef` are yet to be indexed, down to the oldest. */
    topRef: int8("top_ref").notNull(),
    belowRef: int8("below_ref").notNull(),
    oldestRef: int8("oldest_ref").notNull(),
    /** Whether search was turned off and the index is being removed. */
    isLeaving: boolean("is_leaving").notNull().default(false),
    leasedUntilMs: int8("leased_until_ms").notNull().default(0),
    fence: int8("fence").notNull().default(0),
    /** Keys take turns: the one that has waited longest is next. */
    workedAtMs: int8("worked_at_ms").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId] })],
);
