import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@parley/database/embedded";
import pg from "pg";
import { bundle } from "../build/bundle.ts";
import { Service } from "../erasure/service.ts";

const rounds = 2;
const rowsPerUser = 300_000;
const others = 400_000;

interface Phase {
  readonly rowsPerSecond: number;
  readonly readP99Ms: number;
}

/**
 * Removing 300,000 recordings of one user out of 1,600,000: one plain DELETE against the erasure engine, taking turns, and what a page of
 * another user's recordings takes meanwhile. The engine's figure is that of the whole job: two looks into every collection of every service.
 */
export async function benchErasure(): Promise<void> {
  await bundle("all-in-one");
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-erasure-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const databaseUrl = await postgres.createDatabase("bench");
  const service = new Service({ databaseUrl, dataDir: join(folder, "data"), chunkRows: "1000" });
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await service.start();
    const { apiKey } = await authenticate(service, join(folder, "data"));
    await seed(client, apiKey);
    const quiet = await p99Of(databaseUrl, apiKey, () => delay(3_000));
    const plain: Phase[] = [];
    const engine: Phase[] = [];
    for (let round = 0; round < rounds; round++) {
      plain.push(await measure(databaseUrl, apiKey, () => plainDelete(client, apiKey, `plain-${round}`)));
      await client.query("checkpoint");
      engine.push(await measure(databaseUrl, apiKey, () => erase(service, `engine-${round}`)));
      await client.query("checkpoint");
    }
    print("one plain DELETE", median(plain), median(plain), quiet);
    print("the engine, whole job", median(engine), median(plain), quiet);
    console.log(`  reads while nothing is removed: p99 ${quiet.toFixed(2)} ms`);
  } finally {
    await client.end();
    await service.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function authenticate(service: Service, dataDir: string): Promise<{ apiKey: string }> {
  const { readFile } = await import("node:fs/promises");
  const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as { apiKey: string; authToken: string };
  service.authenticate(demo);
  return demo;
}

async function seed(client: pg.Client, apiKey: string): Promise<void> {
  await client.query(
    `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, name, created_at_ms)
     select $1, 'acme', 'd' || n % 1000, u || '-' || n, u, json_build_object('userId', u), 'A recording of some length', 1700000000000 + n
     from generate_series(1, ${rowsPerUser}) n, (select kind || '-' || round as u from unnest(array['plain', 'engine']) kind, generate_series(0, ${rounds - 1}) round) users`,
    [apiKey],
  );
  await client.query(
    `insert into activity.recordings (api_key_id, organization_id, document_id, recording_id, user_id, recording_user, name, created_at_ms)
     select $1, 'acme', 'd' || n % 1000, 'o-' || n, 'other-' || n % 100, '{"userId":"other"}', 'A recording of some length', 1700000000000 + n
     from generate_series(1, ${others}) n`,
    [apiKey],
  );
  await client.query("vacuum analyze activity.recordings");
  await client.query("checkpoint");
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
  for (;;) {
    const status = await service.tryPost("/v1/users/data/delete/status", { jobId: begun.jobId });
    if (status?.isDeleteCompleted === true) return;
    await delay(10);
  }
}

async function measure(databaseUrl: string, apiKey: string, work: () => Promise<void>): Promise<Phase> {
  let seconds = 0;
  const readP99Ms = await p99Of(databaseUrl, apiKey, async () => {
    const beganMs = performance.now();
    await work();
    seconds = (performance.now() - beganMs) / 1_000;
  });
  return { rowsPerSecond: rowsPerUser / seconds, readP99Ms };
}

// A page of 50 of another user, again and again on a connection of its own, 200 times a second.
async function p99Of(databaseUrl: string, apiKey: string, work: () => Promise<unknown>): Promise<number> {
  const reader = new pg.Client({ connectionString: databaseUrl });
  await reader.connect();
  const took: number[] = [];
  let done = false;
  const reading = (async () => {
    for (let n = 0; !done; n++) {
      const beganMs = performance.now();
      await reader.query({
        name: "page",
        text: `select * from activity.recordings where api_key_id = $1 and organization_id = 'acme' and user_id = $2 and (created_at_ms, recording_ref) > ($3, 0)
               order by created_at_ms, recording_ref limit 50`,
        values: [apiKey, `other-${n % 100}`, 1_700_000_000_000 + ((n * 7_919) % others)],
      });
      took.push(performance.now() - beganMs);
      await delay(5);
    }
  })();
  await work();
  done = true;
  await reading;
  await reader.end();
  took.sort((a, b) => a - b);
  return took[Math.floor(took.length * 0.99)] ?? 0;
}

function median(phases: readonly Phase[]): Phase {
  const middle = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return {
    rowsPerSecond: middle(phases.map(({ rowsPerSecond }) => rowsPerSecond)),
    readP99Ms: middle(phases.map(({ readP99Ms }) => readP99Ms)),
  };
}

function print(name: string, phase: Phase, plain: Phase, quietMs: number): void {
  const rows = `${Math.round(phase.rowsPerSecond).toLocaleString("en")} rows/s (${(phase.rowsPerSecond / plain.rowsPerSecond).toFixed(2)} of plain)`;
  console.log(
    `  ${name}: ${rows}, reads meanwhile p99 ${phase.readP99Ms.toFixed(2)} ms (${(phase.readP99Ms / quietMs).toFixed(2)} of quiet)`,
  );
}

if (import.meta.main) await benchErasure();
