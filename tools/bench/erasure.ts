import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Caller } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import { startCustomer } from "./customer.ts";
import { median, quantile } from "./figures.ts";

const usual = { rounds: 3, rowsPerUser: 150_000 };
const others = { users: 100, rows: 100_000, createdAtMs: 1_700_000_000_000 };
const warmMs = 2_000;
const quietMs = 8_000;
// Requests beside a removal are sent in parts of this length, of which the last ends after it.
const readMs = 250;
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

/**
 * Removes 150,000 recordings of one user from 1,450,000: with one plain DELETE and with the erasure engine, in turns. Also measures reads
 * of other users' recordings during a removal, compared with the seconds before it. The engine's figure is that of the whole job, from the
 * request to its completion: two passes over every collection of every service. `erasure:1000000` runs a single round with that many rows
 * per user.
 */
export async function benchErasure([rows]: readonly string[] = []): Promise<readonly string[]> {
  const size: Size = rows === undefined ? usual : { rounds: 1, rowsPerUser: Number(rows) };
  const { rounds, rowsPerUser } = size;
  if (!Number.isSafeInteger(rowsPerUser) || rowsPerUser <= 0) throw new Error(`erasure:${rows} is not a number of rows.`);
  await using stack = new AsyncDisposableStack();
  const environment = { PARLEY_DATABASE_MAX_CONNECTIONS: "4" };
  const installation = stack.use(await startInstallation({ shape: "all-in-one", durable: true, environment }));
  const { apiKey, customer } = await installation.demo();
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  stack.defer(() => client.end());
  await seed(client, apiKey, size);
  const { url, headers } = customer;
  const reader = stack.use(await startCustomer({ url, headers, path: "/v2/recordings/get", bodies: pagesOfOthers() }));
  const read = async (durationMs: number) => (await reader.ask({ durationMs, tokens: [] })).kept.tookMs;
  // Plans the statements once.
  await erase(customer, "nobody");
  const [plain, alone, beside]: [number[], number[], number[]] = [[], [], []];
  const [calm, busy]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    plain.push(await rateOf(client, rowsPerUser, () => plainDelete(client, apiKey, `plain-${round}`)));
    alone.push(await rateOf(client, rowsPerUser, () => erase(customer, `alone-${round}`)));
    // The first requests meet cold caches.
    await read(warmMs);
    calm.push(...(await read(quietMs)));
    let isDone = false;
    const rate = rateOf(client, rowsPerUser, () => erase(customer, `beside-${round}`)).finally(() => {
      isDone = true;
    });
    while (!isDone) busy.push(...(await read(readMs)));
    beside.push(await rate);
    await delay(forgottenMs);
  }
  const share = median(alone.map((rate, index) => rate / (plain[index] ?? 0)));
  const [before, during] = [quantile(calm, 0.99), quantile(busy, 0.99)];
  console.log(`  one plain DELETE: ${aSecond(plain)}`);
  console.log(`  the engine, whole job: ${aSecond(alone)} (${share.toFixed(2)} of plain)`);
  console.log(
    `  the engine beside requests: ${aSecond(beside)}; requests p99 ${during.toFixed(2)} ms of ${busy.length}, ` +
      `right before ${before.toFixed(2)} ms of ${calm.length}: ${(during / before).toFixed(2)} times`,
  );
  return [];
}

/** Pages of 50 recordings of other users, from different times on. */
function pagesOfOthers(): string[] {
  return Array.from({ length: 500 }, (_, n) => {
    const createdAfter = others.createdAtMs + ((n * 7_919) % others.rows);
    return JSON.stringify({ data: { organizationId: "acme", userId: `other-${n % others.users}`, createdAfter, pageSize: 50 } });
  });
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

/** Rows a second. */
async function rateOf(client: pg.Client, rows: number, work: () => Promise<void>): Promise<number> {
  // A checkpoint first, so that earlier writes are not charged here.
  await client.query("checkpoint");
  const beganMs = performance.now();
  await work();
  return rows / ((performance.now() - beganMs) / 1_000);
}

function aSecond(rates: readonly number[]): string {
  return `${Math.round(median(rates)).toLocaleString("en")} rows/s`;
}
