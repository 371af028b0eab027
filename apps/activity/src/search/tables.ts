import { id, int8 } from "@parley/database/schema";
import { boolean, integer, pgSchema, primaryKey } from "drizzle-orm/pg-core";

const schema = pgSchema("activity");

/** API keys whose comments are or were indexed for search, with the progress of the index. */
export const searchKeys = schema.table(
  "search_keys",
  {
    apiKeyId: id("api_key_id").notNull(),
    /** Every comment that was written up to this place is indexed. */
    writtenPosition: int8("written_position").notNull(),
    writtenRef: int8("written_ref").notNull(),
    writtenCommentId: id("written_comment_id").notNull(),
    /** Of the annotations that were there at the beginning, the newest; all below `belowRef` are yet to be indexed, down to the oldest. */
    topRef: int8("top_ref").notNull(),
    belowRef: int8("below_ref").notNull(),
    oldestRef: int8("oldest_ref").notNull(),
    /** Of the thread right below `belowRef`, its comments from this one on are indexed already; empty when none is. */
    walkedCommentId: id("walked_comment_id").notNull().default(""),
    /** Whether search was turned off and the index is being removed. */
    isLeaving: boolean("is_leaving").notNull().default(false),
    leasedUntilMs: int8("leased_until_ms").notNull().default(0),
    fence: int8("fence").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId] })],
);

/**
 * The segments of an organization's index: each has the threads that were created from its beginning up to that of the next one. The first begins
 * before all threads.
 */
export const searchSegments = schema.table(
  "search_segments",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    /** When the first of its threads was created, at the earliest, and that thread's ref. */
    fromMs: int8("from_ms").notNull(),
    fromRef: int8("from_ref").notNull(),
    segment: integer("segment").notNull(),
    /** How much was written into it: at least what it has, because nothing is subtracted when comments go. */
    comments: integer("comments").notNull().default(0),
    terms: int8("terms").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.organizationId, t.fromMs, t.fromRef] })],
);
