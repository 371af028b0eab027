import { setTimeout as delay } from "node:timers/promises";
import { startInstallation } from "../installation/installation.ts";
import { type ScratchPostgres, scratchPostgres } from "../installation/scratch-postgres.ts";
import { query, withClient } from "../installation/with-client.ts";
import { adderOf } from "./added-threads.ts";
import { closedLoop, inTurns, type Outcome, Promised, spreadOf, told } from "./figures.ts";
import { besideSearches } from "./search-beside.ts";
import { indexedBesideRequests } from "./search-indexing.ts";
import { searchPages } from "./search-pages.ts";

// `npm run bench -- search` measures the cost of indexing comments, the speed of searches and what they cost others; `search:index`,
// `search:adds`, `search:pages` and `search:beside` measure one part each.
const commentsToIndex = 100_000;
const commentsToSearch = 1_000_000;
const [addRounds, addMs] = [9, 3_000] as const;
const most = { addsRatio: 1.15, p99Ratio: 1.2, indexSeconds: 60, besideRatio: 2 } as const;

type CreateDatabase = ScratchPostgres["createDatabase"];

/** Returns the promises that did not hold. */
export async function benchSearch(asked: readonly string[] = []): Promise<Outcome> {
  const promised = new Promised();
  await using postgres = await scratchPostgres({ durable: false });
  const measured = Object.entries({ index, adds, beside, pages }).filter(([part]) => asked.length === 0 || asked.includes(part));
  for (const [, measure] of measured) await measure(promised, postgres.createDatabase);
  return promised;
}

async function index(promised: Promised, createDatabase: CreateDatabase): Promise<void> {
  const { seconds, p99Ratio } = await indexedBesideRequests(await createDatabase("indexed"), commentsToIndex);
  promised.hold(
    seconds <= most.indexSeconds,
    `${commentsToIndex} comments indexed in ${seconds.toFixed(1)} s during requests (at most ${most.indexSeconds}).`,
  );
  promised.hold(
    p99Ratio <= most.p99Ratio,
    `p99 of the requests during indexing: ${p99Ratio.toFixed(2)} times that before (at most ${most.p99Ratio}).`,
  );
}

/** How many times as long adding comments takes with search as without, on two new databases. */
async function adds(promised: Promised, createDatabase: CreateDatabase): Promise<void> {
  const databases = [await createDatabase("with"), await createDatabase("without")] as const;
  await using withSearch = await startInstallation({ shape: "all-in-one", databaseUrl: databases[0] });
  await using without = await startInstallation({ shape: "all-in-one", databaseUrl: databases[1], builds: false });
  const adders = [await adderOf(withSearch, true), await adderOf(without)] as const;
  const { ratios } = await inTurns(addRounds, async (side) => {
    // Finishes the indexing and the vacuum of the previous measurement, so that the next one does not pay for it.
    await caughtUp(databases[0]);
    for (const url of databases) await query(url, "vacuum analyze");
    return (await closedLoop(32, addMs, adders[side])).perSecond;
  });
  const spread = spreadOf(ratios);
  promised.hold(
    spread.median <= most.addsRatio,
    `Adding comments with search takes ${told(spread)} times as long as without (at most ${most.addsRatio}).`,
  );
}

async function caughtUp(url: string): Promise<void> {
  const behind = `select from activity.search_keys k join activity.comments c using (api_key_id)
    where (c.written_position, c.annotation_ref, c.comment_id) > (k.written_position, k.written_ref, k.written_comment_id) limit 1`;
  await withClient(url, async (client) => {
    while ((await client.query(behind)).rowCount !== 0) await delay(50);
  });
}

async function beside(promised: Promised, createDatabase: CreateDatabase): Promise<void> {
  const { quiet, reads, searches } = await besideSearches(await createDatabase("beside"));
  const [ofReads, ofSearches] = [reads / quiet, searches / quiet];
  const p99s = `p99 ${quiet.toFixed(1)} ms alone, ${reads.toFixed(1)} (${ofReads.toFixed(1)} ×) beside 60 reads, ${searches.toFixed(1)} (${ofSearches.toFixed(1)} ×)`;
  promised.hold(
    ofSearches <= most.besideRatio * Math.max(1, ofReads),
    `Another key's small request: ${p99s} beside 60 searches of the same threads (at most ${most.besideRatio} × the reads).`,
  );
}

async function pages(promised: Promised, createDatabase: CreateDatabase): Promise<void> {
  await searchPages(await createDatabase("searched"), commentsToSearch, ({ what, took, mostMs }) => {
    const { median, most: slowest } = spreadOf(took);
    promised.hold(median <= mostMs, `${what}: median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms (at most ${mostMs}).`);
  });
}
