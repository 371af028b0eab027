import { type Spread, sql } from "@parley/database";

/** Tables that are distributed over the servers. They are read and written only by API key. */
export const spread: Spread = {
  schema: "activity",
  tables: [
    "annotations",
    "comments",
    "comment_users",
    "annotation_users",
    "reactions",
    "recordings",
    "activities",
    "feed_markers",
    "search_comments",
    "search_segments",
    "search_keys",
  ],
};

/** Of the transactions before a number, the ones before the returned one can be read wherever the rows of these API keys are. */
export const settledBefore = sql`activity.settled_before`;
