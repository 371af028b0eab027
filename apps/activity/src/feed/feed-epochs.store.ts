import { type Database, type Db, sql, statement } from "@parley/database";
import { listOf, nullable, types, type ValuesOf } from "@parley/database/schema";
import { Failure } from "@parley/kernel";
import { settledBefore } from "../places/spread.ts";
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

// A transaction that is still prepared on another server may be of an earlier epoch, and its position has the shift of that one.
const selectState = statement(
  "activity.feed_state",
  { apiKeyIds: listOf(types.text) },
  feedState,
  sql`select ${feedEpochs.tag}, settled.before + coalesce(
       (select e.${feedEpochs.shift} from ${feedEpochs} e where e.${feedEpochs.firstPosition} - e.${feedEpochs.shift} <= settled.before
        order by e.${feedEpochs.epoch} desc limit 1), ${feedEpochs.shift}) as horizon,
     pg_snapshot_xmax(pg_current_snapshot())::text::bigint > activity.oldest_transaction() as is_held
   from ${feedEpochs} cross join (select ${settledBefore}($apiKeyIds, activity.oldest_transaction()) as before) settled
   where ${feedEpochs.serverStartedUs} = activity.server_started_us()`,
);

const begin = statement("activity.feed_epoch_begin", {}, { shift: types.bigint }, sql`select activity.begin_feed_epoch() as shift`);

/**
 * How far the feeds of API keys can currently be read. While rows are on several servers, transactions may have ended whose rows cannot be
 * read yet, on the servers of other keys. Fails with `unavailable` when the server was started again meanwhile.
 */
export async function selectFeedState(db: Db, apiKeyIds: readonly string[]): Promise<FeedState> {
  const known = await db.row(selectState, { apiKeyIds });
  if (known !== undefined) return known;
  await db.row(begin, {});
  const begun = await db.row(selectState, { apiKeyIds });
  if (begun === undefined) {
    const message = "The database was started again while the feed of changes began. Try again.";
    throw new Failure("unavailable", message, { reason: "database_unavailable" });
  }
  return begun;
}

/** The horizon of API keys, given the one of all keys together: nothing more has to be asked while all rows are on one server. */
export async function horizonOf(database: Database, apiKeyIds: readonly string[], ofAll: number): Promise<number> {
  return database.spreads ? (await selectFeedState(database, apiKeyIds)).horizon : ofAll;
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
