import { type Db, sql, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { feedEpochs } from "../schema.ts";

const feedState = {
  /** The tag of the epoch of the server's current start. */
  tag: feedEpochs.tag,
  /** The position of the oldest open transaction. Everything before it can be read. */
  horizon: types.bigint,
  /** Whether transactions are open. */
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

/** How far the feed can currently be read. */
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
 * The first position at which cursors of an epoch are no longer valid in this database: the first position of the following epoch.
 * Undefined for an unknown tag.
 */
export async function epochEnd(db: Db, tag: string): Promise<number | undefined> {
  const epoch = await db.row(selectEnd, { tag });
  return epoch === undefined ? undefined : (epoch.endedAt ?? Number.POSITIVE_INFINITY);
}
