import { sql } from "@parley/database";
import { feedEpochs } from "../schema.ts";

/**
 * SQL: the feed position of the rows that the transaction writes: its id, shifted behind all rows that existed before. Computed once per
 * statement. It is read with a row of `feed_epochs`, so that it is computed on the server that has this table: when rows are spread over
 * several servers, each of them numbers its own transactions.
 */
export const feedPosition = sql`(select activity.feed_position() from ${feedEpochs} order by ${feedEpochs.epoch} desc limit 1)`;
