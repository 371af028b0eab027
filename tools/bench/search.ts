import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { spreadOf, told } from "./figures.ts";
import { addsWithSearch } from "./search-adds.ts";
import { besideSearches } from "./search-beside.ts";
import { indexedBesideRequests } from "./search-indexing.ts";
import { type Search, searchPages } from "./search-pages.ts";

// `npm run bench -- search` measures the cost of indexing comments, the speed of searches and what they cost others; `search:index`,
// `search:adds`, `search:pages` and `search:beside` measure one part each.
const commentsToIndex = 100_000;
const commentsToSearch = 1_000_000;
const most = { addsRatio: 1.15, p99Ratio: 1.2, indexSeconds: 60, besideRatio: 2 } as const;

/** Returns the promises that did not hold. */
export async function benchSearch(asked: readonly string[] = []): Promise<readonly string[]> {
  const wants = (part: string) => asked.length === 0 || asked.includes(part);
  const broken: string[] = [];
  const hold = (isKept: boolean, sentence: string) => {
    console.log(`  ${sentence}`);
    if (!isKept) broken.push(`Not as promised: ${sentence}`);
  };
  await using postgres = await scratchPostgres({ durable: false });
  const { createDatabase } = postgres;
  if (wants("index")) {
    const { seconds, p99Ratio } = await indexedBesideRequests(await createDatabase("indexed"), commentsToIndex);
    hold(
      seconds <= most.indexSeconds,
      `${commentsToIndex} comments indexed in ${seconds.toFixed(1)} s during requests (at most ${most.indexSeconds}).`,
    );
    hold(
      p99Ratio <= most.p99Ratio,
      `p99 of the requests during indexing: ${p99Ratio.toFixed(2)} times that before (at most ${most.p99Ratio}).`,
    );
  }
  if (wants("adds")) {
    const spread = spreadOf(await addsWithSearch(createDatabase));
    hold(
      spread.median <= most.addsRatio,
      `Adding comments with search takes ${told(spread)} times as long as without (at most ${most.addsRatio}).`,
    );
  }
  if (wants("beside")) {
    const { quiet, reads, searches } = await besideSearches(await createDatabase("beside"));
    const [ofReads, ofSearches] = [reads / quiet, searches / quiet];
    const told = `p99 ${quiet.toFixed(1)} ms alone, ${reads.toFixed(1)} (${ofReads.toFixed(1)} ×) beside 60 reads, ${searches.toFixed(1)} (${ofSearches.toFixed(1)} ×)`;
    hold(
      ofSearches <= most.besideRatio * Math.max(1, ofReads),
      `Another key's small request: ${told} beside 60 searches of the same threads (at most ${most.besideRatio} × the reads).`,
    );
  }
  if (wants("pages")) {
    await searchPages(await createDatabase("searched"), commentsToSearch, ({ what, took, mostMs }: Search) => {
      const { median, most: slowest } = spreadOf(took);
      hold(median <= mostMs, `${what}: median ${median.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms (at most ${mostMs}).`);
    });
  }
  return broken;
}
