import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { failpoints } from "@parley/messaging";
import { startCitus } from "@parley/testing/citus";
import pg from "pg";
import type { Caller } from "../installation/caller.ts";
import { startInstallation } from "../installation/installation.ts";
import type { Environment, Program } from "../installation/program.ts";
import { spreadDatabase } from "../installation/spread-database.ts";
import { Random } from "../storm/random.ts";
import { certificateProblems, plantedRows } from "./certificate.ts";
import { plantKeyShapes } from "./key-shapes.ts";
import { neighboursOf } from "./neighbours.ts";
import { leftOrLost, plant, unplanted } from "./plant.ts";
import { type Progress, setbacks } from "./progress.ts";
import { gone, seed } from "./seed.ts";
import { digestsOfOthers, inconsistencies, tracesOf } from "./verify.ts";
import { Writer } from "./writer.ts";

// `npm run erasure:proof [-- --rows 1000000 --kill-every-ms 3000 --kills 20 --seed 1]`: erases a user while the process is killed
// repeatedly and others continue writing. With `--failpoint <name>`, which may be repeated, or `--every-failpoint` the process is first
// killed at each of these points in turn. Every table is planted, with every shape of key that its constraints allow. Fails unless every
// table of the catalogue was planted, every point was reached, no trace of the
// user is left, no data of others has changed (some have ids that are random variations of the user's), every acknowledged write is stored,
// the certificate has the planted rows' counts, and the job's progress never went back, also after one more kill. With `--citus` the rows of
// activity and notifications are spread over two servers.
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "1000000" },
    "kill-every-ms": { type: "string", default: "3000" },
    kills: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 100_000) },
    failpoint: { type: "string", multiple: true },
    "every-failpoint": { type: "boolean", default: false },
    bundled: { type: "boolean", default: false },
    citus: { type: "boolean", default: false },
  },
});
const erasurePoints = failpoints.filter((point) => point.startsWith("erasure."));
// The same seed gives the same neighbours and the same times between kills.
const random = new Random(Number(values.seed));
const neighbours = neighboursOf(gone.userId, random);
const points = values["every-failpoint"] ? erasurePoints : (values.failpoint ?? []);
// A short lease, so that the work of a killed process is taken over soon.
const settings = {
  PARLEY_DATABASE_MAX_CONNECTIONS: "4",
  PARLEY_ERASURE_LEASE_MS: "500",
};

process.exitCode = (await prove()) ? 0 : 1;

/** Returns whether everything held. */
async function prove(): Promise<boolean> {
  await using cluster = values.citus ? await startCitus({ workers: 2, durable: true }) : undefined;
  await using installation = await startInstallation({
    shape: "all-in-one",
    ...(cluster && { databaseUrl: await spreadDatabase(cluster, "parley") }),
    environment: { ...settings, ...killedAt(points[0]) },
    builds: !values.bundled,
  });
  const program = installation.gateway;
  const { apiKey, customer } = await installation.demo();
  const client = new pg.Client({ connectionString: installation.databaseUrl });
  await client.connect();
  const writer = new Writer(customer);
  try {
    const rows = Number(values.rows);
    await seed(client, apiKey, rows);
    await plant(client, apiKey, neighbours);
    await plantKeyShapes(client, apiKey);
    const missing = await unplanted(client, apiKey);
    if (missing.length > 0) {
      console.log(`FAIL ${missing.join("\n     ")}`);
      return false;
    }
    const before = { others: await digestsOfOthers(client), traces: sum(await tracesOf(client, neighbours)) };
    const planted = await plantedRows(client, apiKey);

    writer.start();
    const beganMs = performance.now();
    const { kills, seen, jobId } = await eraseUnderFire(program, customer);
    const seconds = (performance.now() - beganMs) / 1_000;
    const written = await writer.stop();
    await groupsAreGone(client);

    const problems = [
      ...points.slice(kills).map((point) => `The process was not killed at ${point}, which was never reached.`),
      ...(await problemsOf(client, before.others, seen, written)),
      ...(await leftOrLost(client, apiKey, neighbours)),
      ...(await certificateProblems(client, customer.url, jobId, planted)),
    ];
    console.log(
      `${problems.length === 0 ? "ok  " : "FAIL"} seed ${values.seed}: ${before.traces} rows named the user, ${kills} kills, ${written.length} writes meanwhile, ` +
        `${seen.length} progress requests, ${neighbours.length} neighbours, ${seconds.toFixed(1)} s, ${Math.round(before.traces / seconds)} rows/s`,
    );
    for (const problem of problems) console.log(`     ${problem}`);
    return problems.length === 0;
  } finally {
    await writer.stop();
    await client.end();
  }
}

/**
 * Requests the erasure and follows it to its end, while the process is killed: first at each of the points, then at random, and once more
 * when it is complete. Returns all progress.
 */
async function eraseUnderFire(program: Program, customer: Caller): Promise<{ kills: number; seen: Progress[]; jobId: string }> {
  const pauseMs = () => Number(values["kill-every-ms"]) * (0.5 + random.next());
  const mostKills = points.length + Number(values.kills);
  const seen: Progress[] = [];
  let jobId: string | undefined;
  let kills = 0;
  let wasDone = false;
  let nextKillMs = performance.now() + pauseMs();
  for (;;) {
    if (program.hasEnded) {
      // The process ends by itself only at a point.
      kills++;
      await startAgain(program, points[kills]);
      nextKillMs = performance.now() + pauseMs();
    }
    if (kills >= points.length && kills < mostKills && performance.now() > nextKillMs) {
      await program.end("SIGKILL");
      continue;
    }
    if (jobId === undefined) {
      const begun = await customer.tryAsk("/v2/users/data/delete", { userIds: [gone.userId] });
      if (begun === undefined) continue;
      jobId = String(begun.jobId);
      seen.push({ isDeleteCompleted: false, tasksLeft: Number(begun.tasksCount), lastTaskCompletedTime: 0 });
    }
    const status = (await customer.tryAsk("/v1/users/data/delete/status", { jobId })) as Progress | undefined;
    if (status !== undefined) seen.push(status);
    // The status is requested once more, from a process that did none of the work.
    if (status?.isDeleteCompleted === true && wasDone) return { kills, seen, jobId };
    if (status?.isDeleteCompleted === true) {
      wasDone = true;
      await program.end("SIGKILL");
      await startAgain(program, undefined);
    }
    await delay(20);
  }
}

// The members of deleted groups go by work of their own, which a killed process holds until its lease ends.
async function groupsAreGone(client: pg.Client): Promise<void> {
  for (const untilMs = performance.now() + 60_000; performance.now() < untilMs; await delay(200)) {
    if ((await client.query("select from users.work where kind = 'deleted-groups'")).rowCount === 0) return;
  }
}

async function problemsOf(
  client: pg.Client,
  others: Record<string, string>,
  seen: readonly Progress[],
  written: readonly string[],
): Promise<string[]> {
  const traces = await tracesOf(client, neighbours);
  const after = await digestsOfOthers(client);
  const { rows } = await client.query<{ id: string }>("select comment_id as id from activity.comments where comment_id = any($1)", [
    written,
  ]);
  const wrong = await inconsistencies(client);
  return [
    ...Object.entries(traces).map(([table, count]) => `${count} rows of ${table} still name the user.`),
    ...Object.keys(others)
      .filter((table) => others[table] !== after[table])
      .map((table) => `What others have in ${table} has changed: ${others[table]} before, ${after[table]} after.`),
    ...setbacks(seen),
    ...(rows.length === written.length ? [] : [`${written.length - rows.length} acknowledged writes are lost.`]),
    ...(wrong === 0 ? [] : [`${wrong} rows are inconsistent.`]),
  ];
}

/** A process that is killed at the point during its start continues with the next start. */
async function startAgain(program: Program, point: string | undefined): Promise<void> {
  program.start(killedAt(point));
  await program.ready().catch((error: unknown) => {
    if (program.endedBy !== "SIGKILL") throw error;
  });
}

function killedAt(point: string | undefined): Environment {
  return { PARLEY_FAILPOINT: point };
}

function sum(counts: Record<string, number>): number {
  return Object.values(counts).reduce((total, count) => total + count, 0);
}
