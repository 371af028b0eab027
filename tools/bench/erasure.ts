import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import pg from "pg";
import { bundle } from "../build/bundle.ts";
import { Service } from "../erasure/service.ts";

const usual = { rounds: 3, rowsPerUser: 150_000 };
const others = { users: 100, rows: 100_000, createdAtMs: 1_700_000_000_000 };
const quietMs = 3_000;
// Many times what it takes: a job that stands still is a failure with a name, not a bench that hangs.
const jobWithinMs = 300_000;

interface Size {
  readonly rounds: number;
  readonly rowsPerUser: number;
}

interface Round {
  readonly rowsPerSecond: number;
  readonly readP99Ms: number;
  /** p99 of reads right before. */
  readonly quietP99Ms: number;
}

/**
 * Removing 150,000 recordings of one user out of 1,000,000: one plain DELETE against the erasure engine, taking turns, and what a page of
 * another user's recordings takes meanwhile against the seconds before. The engine's figure is that of the whole job, from the request to the
 * answer that it is done: two looks into every collection of every service. Says on what its time went. With so many rows of a user as the part,
 * as in `erasure:1000000`, one round of those.
 */
export async function benchErasure([rows]: readonly string[] = []): Promise<void> {
  const size: Size = rows === undefined ? usual : { rounds: 1, rowsPerUser: Number(rows) };
  const { rounds, rowsPerUser } = size;
  if (!Number.isSafeInteger(rowsPerUser) || rowsPerUser <= 0) throw new Error(`erasure:${rows} is no number of rows.`);
  await bundle("all-in-one");
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-erasure-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const databaseUrl = await postgres.createDatabase("bench");
  const service = new Service({ databaseUrl, dataDir: join(folder, "data") });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  let reader: Reader | undefined;
  try {
    await service.start();
    const demo = JSON.parse(await readFile(join(folder, "data", "demo.json"), "utf8")) as { apiKey: string; authToken: string };
    service.authenticate(demo);
    await seed(client, demo.apiKey, size);
    // Statements that were never run would have to be planned first.
    await erase(service, "nobody");
    const emptyMs = median(await timesOf(rounds, () => erase(service, "nobody")), (ms) => ms);
    reader = new Reader(databaseUrl, demo.apiKey);
    const plain: Round[] = [];
    const engine: Round[] = [];
    const before = await secondsOf(service);
    for (let round = 0; round < rounds; round++) {
      plain.push(await measure(client, reader, rowsPerUser, () => plainDelete(client, demo.apiKey, `plain-${round}`)));
      engine.push(await measure(client, reader, rowsPerUser, () => erase(service, `engine-${round}`)));
    }
    print("one plain DELETE", plain, plain);
    print("the engine, whole job", engine, plain);
    console.log(`  a whole job that finds nothing: ${emptyMs.toFixed(0)} ms`);
    printSeconds(before, await secondsOf(service), rounds * rowsPerUser);
  } finally {
    await reader?.end();
    await client.end();
    await service.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function seed(client: pg.Client, apiKey: string, { rounds, rowsPerUser }: Size): Promise<void> {
  const insert = `insert into activity.recordings
    (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, name, created_at_ms)`;
  await client.query(
    `${insert} select $1, 'acme', 'd' || n % 1000, u || '-' || n, u, json_build_object('userId', u), 'A recording of some length', $2::bigint + n
     from generate_series(1, ${rowsPerUser}) n,
       (select kind || '-' || round as u from unnest(array['plain', 'engine']) kind, generate_series(0, ${rounds - 1}) round) users`,
    [apiKey, others.createdAtMs],
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

async function erase(service: Service, userId: string): Promise<void> {
  const begun = await service.tryPost("/v2/users/data/delete", { userIds: [userId] });
  if (begun === undefined) throw new Error("The erasure did not begin.");
  const untilMs = performance.now() + jobWithinMs;
  let status: Record<string, unknown> | undefined;
  while (performance.now() < untilMs) {
    status = await service.tryPost("/v1/users/data/delete/status", { jobId: begun.jobId });
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

async function measure(client: pg.Client, reader: Reader, rows: number, work: () => Promise<void>): Promise<Round> {
  // What the work before has left to be written is none of this one's.
  await client.query("checkpoint");
  await reader.p99Since();
  await delay(quietMs);
  const quietP99Ms = await reader.p99Since();
  const beganMs = performance.now();
  await work();
  const seconds = (performance.now() - beganMs) / 1_000;
  return { rowsPerSecond: rows / seconds, readP99Ms: await reader.p99Since(), quietP99Ms };
}

class Reader {
  readonly #worker: Worker;

  constructor(databaseUrl: string, apiKey: string) {
    this.#worker = new Worker(join(import.meta.dirname, "erasure-reader.ts"), { workerData: { databaseUrl, apiKey, ...others } });
  }

  /** Of the reads since this was asked last. */
  async p99Since(): Promise<number> {
    const answer = once(this.#worker, "message");
    this.#worker.postMessage("tell");
    const [took] = (await answer) as [number[]];
    return took.sort((a, b) => a - b)[Math.floor(took.length * 0.99)] ?? 0;
  }

  async end(): Promise<void> {
    const exited = once(this.#worker, "exit");
    this.#worker.postMessage("end");
    await exited;
  }
}

/** What removals spent their time on, in seconds: look and part, all services together. */
async function secondsOf(service: Service): Promise<Map<string, number>> {
  const seconds = new Map<string, number>();
  for (const [, stage = "", part = "", value] of (await service.metrics()).matchAll(
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

function print(name: string, of: readonly Round[], plain: readonly Round[]): void {
  const rate = median(of, ({ rowsPerSecond }) => rowsPerSecond);
  const share = median(
    of.map(({ rowsPerSecond }, index) => rowsPerSecond / (plain[index]?.rowsPerSecond ?? 0)),
    (ratio) => ratio,
  );
  const [p99, quiet] = [median(of, ({ readP99Ms }) => readP99Ms), median(of, ({ quietP99Ms }) => quietP99Ms)];
  const slower = median(of, ({ readP99Ms, quietP99Ms }) => readP99Ms / quietP99Ms);
  console.log(
    `  ${name}: ${Math.round(rate).toLocaleString("en")} rows/s (${share.toFixed(2)} of plain), ` +
      `reads meanwhile p99 ${p99.toFixed(2)} ms, right before ${quiet.toFixed(2)} ms (${slower.toFixed(2)} times)`,
  );
}

function median<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.map(of).sort((a, b) => a - b)[Math.floor(items.length / 2)] ?? 0;
}

if (import.meta.main) await benchErasure();
