import { type Db, sql, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { feedEpochs } from "../schema.ts";

const feedState = {
  /** Of the epoch of this start of the server. */
  tag: feedEpochs.tag,
  /** The position of the oldest transaction that is under way: everything before it is there to be read. */
  horizon: types.bigint,
  /** Whether transactions are under way. */
  isHeld: types.boolean,
};

export type FeedState = ValuesOf<typeof feedState>;

const selectState = statement(
  "activity.feed_state",
  {},
  feedState,
  sql`select ${feedEpochs.tag}, activity.oldest_transaction() + ${feedEpochs.shift} as horizon,
     pg_snapshot_xmax(pg_current_snapshot())::text::bigint > activity.oldest_transaction() as is_held
   from ${feedEpochs} where ${feedEpochs.serverStartedUs} = activity.server_started_us()`,
);

const begin = statement("activity.feed_epoch_begin", {}, { shift: types.bigint }, sql`select activity.begin_feed_epoch() as shift`);

/** How far the feed can be read now. */
export async function selectFeedState(db: Db): Promise<FeedState> {
  const known = await db.row(selectState, {});
  if (known !== undefined) return known;
  await db.row(begin, {});
  const begun = await db.row(selectState, {});
  if (begun === undefined) throw new Error("The server of the database was started again while the feed's epoch began.");
  return begun;
}

const selectEnd = statement(
  "activity.feed_epoch_end",
  { tag: feedEpochs.tag },
  { endedAt: nullable(types.bigint) },
  sql`select (select min(later.${feedEpochs.firstPosition}) from ${feedEpochs} later where later.${feedEpochs.epoch} > e.${feedEpochs.epoch}) as ended_at
   from ${feedEpochs} e where e.${feedEpochs.tag} = $tag`,
);

/**
 * The position from which on an epoch's cursors say nothing of this database: the first of the epoch after it. Undefined for a tag that it does
 * not know.
 */
export async function epochEnd(db: Db, tag: string): Promise<number | undefined> {
  const epoch = await db.row(selectEnd, { tag });
  return epoch === undefined ? undefined : (epoch.endedAt ?? Number.POSITIVE_INFINITY);
}
