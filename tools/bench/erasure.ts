import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import pg from "pg";
import type { Caller, Headers } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { median, quantile } from "./figures.ts";

const usual = { rounds: 3, rowsPerUser: 150_000 };
const others = { users: 100, rows: 100_000, createdAtMs: 1_700_000_000_000 };
const warmMs = 2_000;
const quietMs = 8_000;
// A removal yields to requests for one second after the last of them.
const forgottenMs = 2_000;
// Many times the expected time: a stuck job fails with an error instead of hanging the bench.
const jobWithinMs = 300_000;

interface Size {
  readonly rounds: number;
  readonly rowsPerUser: number;
}

/** The removals of each round: one DELETE, the engine alone, and the engine beside requests. */
const kinds = ["plain", "alone", "beside"] as const;

/** Sorted request times in ms. */
interface Requests {
  readonly before: number[];
  readonly beside: number[];
}

/**
 * Removes 150,000 recordings of one user from 1,450,000: with one plain DELETE and with the erasure engine, in turns. Also measures reads
 * of another user's recordings during a removal, compared with the seconds before it. The engine's figure is that of the whole job, from
 * the request to its completion: two passes over every collection of every service. Prints the time of each task. `erasure:1000000` runs a
 * single round with that many rows per user.
 */
export async function benchErasure([rows]: readonly string[] = []): Promise<readonly string[]> {
  const size: Size = rows === undefined ? usual : { rounds: 1, rowsPerUser: Number(rows) };
  const { rounds, rowsPerUser } = size;
  if (!Number.isSafeInteger(rowsPerUser) || rowsPerUser <= 0) throw new Error(`erasure:${rows} is not a number of rows.`);
  await using installation = await startInstallation({
    shape: "all-in-one",
    durable: true,
    environment: { PARLEY_DATABASE_MAX_CONNECTIONS: "4" },
  });
  const { apiKey, customer } = await installation.demo();
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  let reader: Reader | undefined;
  try {
    await seed(client, apiKey, size);
    // Plans the statements once.
    await erase(customer, "nobody");
    const emptyMs = median(await timesOf(rounds, () => erase(customer, "nobody")));
    const before = secondsOf(await installation.metrics());
    const [plain, alone, beside]: [number[], number[], number[]] = [[], [], []];
    const requests: Requests = { before: [], beside: [] };
    for (let round = 0; round < rounds; round++) {
      plain.push(await rateOf(client, rowsPerUser, () => plainDelete(client, apiKey, `plain-${round}`)));
      alone.push(await rateOf(client, rowsPerUser, () => erase(customer, `alone-${round}`)));
      reader = new Reader(customer.url, customer.headers);
      // The first requests meet cold caches.
      await delay(warmMs);
      await reader.tookSince();
      await delay(quietMs);
      requests.before.push(...(await reader.tookSince()));
      beside.push(await rateOf(client, rowsPerUser, () => erase(customer, `beside-${round}`)));
      requests.beside.push(...(await reader.tookSince()));
      await reader.end();
      reader = undefined;
      await delay(forgottenMs);
    }
    const share = median(alone.map((rate, index) => rate / (plain[index] ?? 0)));
    console.log(`  one plain DELETE: ${aSecond(plain)}`);
    console.log(
      `  the engine, whole job: ${aSecond(alone)} (${share.toFixed(2)} of plain); one that finds nothing: ${emptyMs.toFixed(0)} ms`,
    );
    const [calm, busy] = [quantile(requests.before, 0.99), quantile(requests.beside, 0.99)];
    console.log(
      `  the engine beside requests: ${aSecond(beside)}; requests p99 ${busy.toFixed(2)} ms of ${requests.beside.length}, ` +
        `right before ${calm.toFixed(2)} ms of ${requests.before.length}: ${(busy / calm).toFixed(2)} times`,
    );
    printSeconds(before, secondsOf(await installation.metrics()), 2 * rounds * rowsPerUser);
  } finally {
    await reader?.end();
    await client.end();
  }
  return [];
}

async function seed(client: pg.Client, apiKey: string, { rounds, rowsPerUser }: Size): Promise<void> {
  const insert = `insert into activity.recordings
    (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, name, created_at_ms)`;
  await client.query(
    `${insert} select $1, 'acme', 'd' || n % 1000, u || '-' || n, u, json_build_object('userId', u), 'A recording of some length', $2::bigint + n
     from generate_series(1, ${rowsPerUser}) n,
       (select kind || '-' || round as u from unnest($3::text[]) kind, generate_series(0, ${rounds - 1}) round) users`,
    [apiKey, others.createdAtMs, kinds],
  );
  await client.query(
    `${insert} select $1, 'acme', 'd' || n % 1000, 'o-' || n, 'other-' || n % ${others.users}, '{"userId":"other"}', 'A recording of some length', $2::bigint + n
     from generate_series(1, ${others.rows}) n`,
    [apiKey, others.createdAtMs],
  );
  await client.query("vacuum analyze activity.recordings");
}

async function plainDelete(client: pg.Client, apiKey: string, userId: string): Promise<void> {
  await client.query("delete from activity.recordings where api_key_id = $1 and organization_id = 'acme' and user_id = $2", [
    apiKey,
    userId,
  ]);
}

async function erase(customer: Caller, userId: string): Promise<void> {
  const begun = await customer.tryAsk("/v2/users/data/delete", { userIds: [userId] });
  if (begun === undefined) throw new Error("The erasure did not start.");
  const untilMs = performance.now() + jobWithinMs;
  let status: Record<string, unknown> | undefined;
  while (performance.now() < untilMs) {
    status = await customer.tryAsk("/v1/users/data/delete/status", { jobId: begun.jobId });
    if (status?.isDeleteCompleted === true) return;
    await delay(20);
  }
  throw new Error(`The erasure was not done within ${jobWithinMs} ms: ${JSON.stringify(status)}`);
}

async function timesOf(times: number, work: () => Promise<void>): Promise<number[]> {
  const took: number[] = [];
  for (let time = 0; time < times; time++) {
    const beganMs = performance.now();
    await work();
    took.push(performance.now() - beganMs);
  }
  return took;
}

/** Rows a second. */
async function rateOf(client: pg.Client, rows: number, work: () => Promise<void>): Promise<number> {
  // A checkpoint first, so that earlier writes are not charged here.
  await client.query("checkpoint");
  const beganMs = performance.now();
  await work();
  return rows / ((performance.now() - beganMs) / 1_000);
}

class Reader {
  readonly #worker: Worker;

  constructor(url: string, headers: Headers) {
    this.#worker = new Worker(join(import.meta.dirname, "erasure-reader.ts"), { workerData: { url, headers, ...others } });
  }

  /** The request times in ms since the last call. */
  async tookSince(): Promise<number[]> {
    const answer = once(this.#worker, "message");
    this.#worker.postMessage("tell");
    const [took] = (await answer) as [number[]];
    return took;
  }

  async end(): Promise<void> {
    const exited = once(this.#worker, "exit");
    this.#worker.postMessage("end");
    await exited;
  }
}

/** The engine's time in seconds by look-up and part, over all services. */
function secondsOf(metrics: string): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const [, stage = "", part = "", value] of metrics.matchAll(
    /^parley_erasure_seconds_total\{schema="\w+",stage="(\d)",part="(\w+)"\} (\S+)$/gm,
  )) {
    const name = `${["", "first look", "second look", "last"][Number(stage)]}, ${part}`;
    seconds.set(name, (seconds.get(name) ?? 0) + Number(value));
  }
  return seconds;
}

function printSeconds(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>, rows: number): void {
  const spent = [...after].map(([name, seconds]) => [name, seconds - (before.get(name) ?? 0)] as const).sort((a, b) => b[1] - a[1]);
  const sum = spent.reduce((total, [, seconds]) => total + seconds, 0);
  console.log(`  the engine's tasks took ${sum.toFixed(1)} s for ${rows.toLocaleString("en")} rows:`);
  for (const [name, seconds] of spent) console.log(`    ${name.padEnd(24)} ${Math.round((100 * seconds) / sum)} %`);
}

function aSecond(rates: readonly number[]): string {
  return `${Math.round(median(rates)).toLocaleString("en")} rows/s`;
}
