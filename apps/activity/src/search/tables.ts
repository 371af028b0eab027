import { id, int8 } from "@parley/database/schema";
import { boolean, integer, pgSchema, primaryKey } from "drizzle-orm/pg-core";

const schema = pgSchema("activity");

/** API keys whose comments are or were indexed for search, with the progress of the index. */
export const searchKeys = schema.table(
  "search_keys",
  {
    apiKeyId: id("api_key_id").notNull(),
    /** The high-water mark in the order in which comments were written: every comment up to it is indexed. */
    writtenPosition: int8("written_position").notNull(),
    writtenRef: int8("written_ref").notNull(),
    writtenCommentId: id("written_comment_id").notNull(),
    /**
     * The backlog is the annotations that existed when indexing began: their refs are below `topRef` and not below `oldestRef`. It is
     * indexed from the newest to the oldest; the annotations below `belowRef` are left.
     */
    topRef: int8("top_ref").notNull(),
    belowRef: int8("below_ref").notNull(),
    oldestRef: int8("oldest_ref").notNull(),
    /** The comments of the thread `belowRef - 1` with this id or a greater one are indexed already; empty when none are. */
    walkedCommentId: id("walked_comment_id").notNull().default(""),
    /** Whether search was turned off and the index is being removed. */
    isLeaving: boolean("is_leaving").notNull().default(false),
    leasedUntilMs: int8("leased_until_ms").notNull().default(0),
    fence: int8("fence").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId] })],
);

/**
 * The segments of an organization's index. Each has the threads from its boundary up to the next one's; the first begins before all
 * threads.
 */
export const searchSegments = schema.table(
  "search_segments",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    /** The boundary: the segment has no thread below this time of creation and ref. */
    fromMs: int8("from_ms").notNull(),
    fromRef: int8("from_ref").notNull(),
    segment: integer("segment").notNull(),
    /** How much was written to the segment. It may contain less, because deleted comments are not subtracted. */
    comments: integer("comments").notNull().default(0),
    terms: int8("terms").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.organizationId, t.fromMs, t.fromRef] })],
);
