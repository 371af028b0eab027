import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { failpoints } from "@parley/messaging";
import pg from "pg";
import { bundle } from "../build/bundle.ts";
import { leftOrLost, plant, unplanted } from "./plant.ts";
import { gone, seed } from "./seed.ts";
import { Service } from "./service.ts";
import { digestsOfOthers, inconsistencies, tracesOf } from "./verify.ts";
import { Writer } from "./writer.ts";

// `npm run erasure:proof [-- --rows 1000000 --kill-every-ms 3000 --kills 20 --seed 1]`: erases a user while the process is killed again and again
// and others continue writing; with `--failpoint <name>`, which may be given several times, or `--every-failpoint` it is first killed at each of these
// points in turn. Fails unless every table of the catalogue was planted, every point was reached, nothing of the user is left anywhere, nothing of others has changed, what was acknowledged
// to writers is there, and the count of tasks never rose.
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    "kill-every-ms": { type: "string", default: "3000" },
    kills: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    failpoint: { type: "string", multiple: true },
    "every-failpoint": { type: "boolean", default: false },
    "chunk-rows": { type: "string", default: "5000" },
    bundled: { type: "boolean", default: false },
  },
});
const erasurePoints = failpoints.filter((point) => point.startsWith("erasure."));
const points = values["every-failpoint"] ? erasurePoints : (values.failpoint ?? []);
// Work is taken over within the patience of a test.
const settings = { PARLEY_ERASURE_LEASE_MS: "500", PARLEY_ERASURE_CHUNK_ROWS: values["chunk-rows"] };

if (!values.bundled) await bundle("all-in-one");
const folder = await mkdtemp(join(tmpdir(), "parley-erasure-"));
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: false });
try {
  process.exitCode = (await prove()) ? 0 : 1;
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

/** Returns whether all went well. */
async function prove(): Promise<boolean> {
  const database = await postgres.createDatabase("proof");
  const dataDir = join(folder, "data");
  const service = new Service({ databaseUrl: database, dataDir, environment: settings });
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  const writer = new Writer(service);
  try {
    await service.start(killedAt(points[0]));
    const demo = JSON.parse(await readFile(join(dataDir, "demo.json"), "utf8")) as { apiKey: string; authToken: string };
    service.authenticate(demo);
    const rows = Number(values.rows);
    await seed(client, demo.apiKey, rows);
    await plant(client, demo.apiKey);
    const missing = await unplanted(client, demo.apiKey);
    if (missing.length > 0) {
      console.log(`FAIL ${missing.join("\n     ")}`);
      return false;
    }
    const before = { others: await digestsOfOthers(client), traces: sum(await tracesOf(client)) };

    writer.start();
    const beganMs = performance.now();
    const { kills, counts } = await eraseUnderFire(service);
    const seconds = (performance.now() - beganMs) / 1_000;
    const written = await writer.stop();

    const problems = [
      ...points.slice(kills).map((point) => `The process was not killed at ${point}: it was never reached.`),
      ...(await problemsOf(client, before.others, counts, written)),
      ...(await leftOrLost(client, demo.apiKey)),
    ];
    console.log(
      `${problems.length === 0 ? "ok  " : "FAIL"} ${before.traces} rows named the user, ${kills} kills, ${written.length} writes meanwhile, ${seconds.toFixed(1)} s`,
    );
    for (const problem of problems) console.log(`     ${problem}`);
    return problems.length === 0;
  } finally {
    await writer.stop();
    await client.end();
    await service.stop();
  }
}

/**
 * Asks for the erasure and follows it to its end, while the process is killed: first at each of the points, then at random. Answers every count
 * of tasks that was seen.
 */
async function eraseUnderFire(service: Service): Promise<{ kills: number; counts: number[] }> {
  const random = generator(Number(values.seed));
  const pauseMs = () => Number(values["kill-every-ms"]) * (0.5 + random());
  const mostKills = points.length + Number(values.kills);
  const counts: number[] = [];
  let jobId: string | undefined;
  let kills = 0;
  let nextKillMs = performance.now() + pauseMs();
  for (;;) {
    if (service.hasEnded) {
      // By itself only at a point.
      kills++;
      await service.start(killedAt(points[kills]));
      nextKillMs = performance.now() + pauseMs();
    }
    if (kills >= points.length && kills < mostKills && performance.now() > nextKillMs) {
      await service.kill();
      continue;
    }
    if (jobId === undefined) {
      const begun = await service.tryPost("/v2/users/data/delete", { userIds: [gone.userId] });
      if (begun === undefined) continue;
      jobId = String(begun.jobId);
      counts.push(Number(begun.tasksCount));
    }
    const status = await service.tryPost("/v1/users/data/delete/status", { jobId });
    if (status !== undefined) counts.push(Number(status.tasksLeft));
    if (status?.isDeleteCompleted === true) return { kills, counts };
    await delay(20);
  }
}

async function problemsOf(
  client: pg.Client,
  others: Record<string, string>,
  counts: readonly number[],
  written: readonly string[],
): Promise<string[]> {
  const traces = await tracesOf(client);
  const after = await digestsOfOthers(client);
  const rose = counts.filter((count, index) => count > (counts[index - 1] ?? count));
  const { rows } = await client.query<{ id: string }>("select comment_id as id from activity.comments where comment_id = any($1)", [
    written,
  ]);
  const wrong = await inconsistencies(client);
  return [
    ...Object.entries(traces).map(([table, count]) => `${count} rows of ${table} still name the user.`),
    ...Object.keys(others)
      .filter((table) => others[table] !== after[table])
      .map((table) => `What others have in ${table} has changed: ${others[table]} before, ${after[table]} after.`),
    ...(rose.length > 0 ? [`The count of tasks rose: ${counts.join(", ")}.`] : []),
    ...(rows.length === written.length ? [] : [`${written.length - rows.length} acknowledged writes are lost.`]),
    ...(wrong === 0 ? [] : [`${wrong} rows are inconsistent.`]),
  ];
}

function killedAt(point: string | undefined): Readonly<Record<string, string>> {
  return point === undefined ? {} : { PARLEY_FAILPOINT: point };
}

// The same seed gives the same times between kills.
function generator(seedValue: number): () => number {
  let state = seedValue;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
