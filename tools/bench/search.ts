import { setTimeout as delay } from "node:timers/promises";
import type pg from "pg";
import type { Caller } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { type ScratchPostgres, scratchPostgres } from "../installation/scratch-postgres.ts";
import { withClient } from "../installation/with-client.ts";
import { adderOf } from "./changes-adds.ts";
import { closedLoop, quantile, spreadOf, told } from "./figures.ts";
import { oftenOnce, oftenTwice, plantComments, searchedPlace } from "./search-plant.ts";

// `npm run bench -- search`, or `search:1000000` for that many comments: the cost of indexing comments, and the speed of searches.
const usualComments = 100_000;
const most = { addsRatio: 1.15, p99Ratio: 1.2, pageMs: 20, secondsPer100000: 60 } as const;
const rounds = 9;
const searches = 40;
const calmMs = 20_000;
const roundMs = 3_000;
// Of what others ask meanwhile.
const everyMs = 20;

const queries = {
  "a word in every comment": "everywhere ",
  "a word in a single one": "zanzibar",
  "a prefix of two letters": "ga",
  "a word in none": "nowhereatall",
  "a word in every comment and one in a single one": "zanzibar everywhere",
  "two frequent words that never meet": `${oftenOnce} ${oftenTwice} `,
  "thirty-two words of one letter": [..."abcdefghijklmnopqrstuvwxyz012345"].join(" "),
} as const;

/** Returns the promises that did not hold. */
export async function benchSearch([comments]: readonly string[] = []): Promise<readonly string[]> {
  const count = Number(comments ?? usualComments);
  if (!Number.isSafeInteger(count) || count <= 0) throw new Error(`search:${comments} is not a number of comments.`);
  await using stack = new AsyncDisposableStack();
  const { createDatabase } = stack.use(await scratchPostgres({ durable: false }));
  const databaseUrl = await createDatabase("parley");
  const installation = stack.use(await startInstallation({ shape: "all-in-one", databaseUrl }));
  const { apiKey, customer } = await installation.workspace();
  const documents = [{ documentId: searchedPlace.documentId }];
  await customer.arrange("/v2/organizations/documents/add", {
    ...searchedPlace,
    documents,
    createOrganization: true,
    documentId: undefined,
  });
  await withClient(databaseUrl, (client) => plantComments(client, apiKey, count));

  const broken: string[] = [];
  const hold = (isKept: boolean, sentence: string) => {
    console.log(`  ${sentence}`);
    if (!isKept) broken.push(`Not as promised: ${sentence}`);
  };
  const { seconds, p99Ratio } = await indexed(customer);
  const mostSeconds = Math.max(1, count / 100_000) * most.secondsPer100000;
  hold(seconds <= mostSeconds, `${count} comments indexed in ${seconds.toFixed(1)} s beside requests (at most ${mostSeconds}).`);
  hold(p99Ratio <= most.p99Ratio, `p99 of the requests meanwhile: ${p99Ratio.toFixed(2)} times (at most ${most.p99Ratio}).`);
  for (const [what, query] of Object.entries(queries)) {
    const took = await searchTimes(customer, query);
    const [p50, slowest] = [quantile(took, 0.5), Math.max(...took)];
    hold(
      p50 <= most.pageMs,
      `First page for ${what}: median ${p50.toFixed(1)} ms, slowest ${slowest.toFixed(1)} ms (at most ${most.pageMs}).`,
    );
  }
  await installation[Symbol.asyncDispose]();
  const ratios = await addsWithSearch(createDatabase);
  hold(
    spreadOf(ratios).median <= most.addsRatio,
    `Adding comments with search against without: ${told(spreadOf(ratios))} times (at most ${most.addsRatio}).`,
  );
  return broken;
}

/** Turns search on and waits for the index, while threads are requested all the time. */
async function indexed(customer: Caller): Promise<{ seconds: number; p99Ratio: number }> {
  const asker = new Asker(customer);
  await delay(calmMs / 4);
  asker.take();
  await delay(calmMs);
  const before = quantile(asker.take(), 0.99);
  const beganMs = performance.now();
  await customer.ask("/v2/workspace/apikeyconfig/update", { searchEnabled: true });
  while ((await customer.ask("/v2/workspace/apikeyconfig/get", {})).searchIndex?.state !== "ready") await delay(250);
  const seconds = (performance.now() - beganMs) / 1_000;
  const p99Ratio = quantile(asker.take(), 0.99) / before;
  await asker.stop();
  return { seconds, p99Ratio };
}

/** Requests a page of threads at a steady pace. */
class Asker {
  #times: number[] = [];
  #stopped = false;
  readonly #running: Promise<void>;

  constructor(customer: Caller) {
    this.#running = this.#run(customer);
  }

  take(): number[] {
    const times = this.#times;
    this.#times = [];
    return times;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #run(customer: Caller): Promise<void> {
    while (!this.#stopped) {
      const beganMs = performance.now();
      await customer.ask("/v2/commentannotations/get", { ...searchedPlace, pageSize: 20 });
      this.#times.push(performance.now() - beganMs);
      await delay(Math.max(0, everyMs - (performance.now() - beganMs)));
    }
  }
}

async function searchTimes(customer: Caller, query: string): Promise<number[]> {
  const took: number[] = [];
  for (let search = 0; search < searches; search++) {
    const beganMs = performance.now();
    await customer.ask("/v2/commentannotations/search", { organizationId: searchedPlace.organizationId, query });
    if (search >= searches / 4) took.push(performance.now() - beganMs);
  }
  return took;
}

/** How many times as long comments take with search as without, in turns; both databases are new. */
async function addsWithSearch(createDatabase: ScratchPostgres["createDatabase"]): Promise<number[]> {
  const databases = [await createDatabase("with"), await createDatabase("without")] as const;
  await using withSearch = await startInstallation({ shape: "all-in-one", databaseUrl: databases[0], builds: false });
  await using without = await startInstallation({ shape: "all-in-one", databaseUrl: databases[1], builds: false });
  const adders = [await adderOf(withSearch, true), await adderOf(without)] as const;
  const added = async (which: 0 | 1) => {
    // Each round begins with the same: nothing that is left to index, or to vacuum, of the one before.
    await withClient(databases[0], caughtUp);
    for (const url of databases) await withClient(url, (client) => client.query("vacuum analyze"));
    return (await closedLoop(32, roundMs, adders[which])).perSecond;
  };
  for (const which of [0, 1] as const) await added(which);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    // Whichever is first has the machine as the other has left it.
    const [first, second] = round % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const);
    const [one, other] = [await added(first), await added(second)];
    ratios.push(round % 2 === 0 ? other / one : one / other);
  }
  return ratios;
}

async function caughtUp(client: pg.Client): Promise<void> {
  const behind = `select from activity.search_keys k join activity.comments c using (api_key_id)
    where (c.written_position, c.annotation_ref, c.comment_id) > (k.written_position, k.written_ref, k.written_comment_id) limit 1`;
  while ((await client.query(behind)).rowCount !== 0) await delay(50);
}
