import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import pg from "pg";
import { bundle } from "../build/bundle.ts";
import { type Sample, sampleDatabase, sampleProcesses } from "../storm/soak/samples.ts";
import { HourLoad } from "./hour-load.ts";
import { reportHour } from "./hour-report.ts";
import { allInOne, createDemo, post } from "./parley-targets.ts";
import { Receiver } from "./webhook-receiver-process.ts";
import { quantile } from "./webhook-stage.ts";

// Mixed load at a fixed rate for an hour, or for so many minutes: `npm run bench -- hour --minutes=30`. What may not grow is plotted.
const perSecond = 50;
const looks = 120;
const spans = 60;
const shortestSpanMs = 5_000;

type Seen = readonly Omit<Sample, "atS">[];

export async function benchHour(minutes = 60): Promise<void> {
  await bundle("all-in-one");
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-hour-"));
  // Root runs the server as another user, who has to be let in.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const receiver = await Receiver.start();
  const stops: (() => Promise<void>)[] = [];
  try {
    const databaseUrl = await postgres.createDatabase("hour");
    const allowed = { PARLEY_WEBHOOK_ALLOW_HTTP: "true", PARLEY_EGRESS_ALLOW: "127.0.0.0/8" };
    const parley = await allInOne(databaseUrl, join(folder, "data"), allowed);
    stops.push(parley.stop);
    const { apiKey, authToken } = await createDemo(parley);
    const headers = { "content-type": "application/json", "x-svc-api-key": apiKey, "x-svc-auth-token": authToken };
    const webhookServiceConfig = { rawNotificationUrl: `http://127.0.0.1:${receiver.port}/hook` };
    await post(parley.url, "/v2/workspace/webhookconfig/update", headers, { useWebhookService: true, webhookServiceConfig });
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    stops.push(() => client.end());

    const durationMs = minutes * 60_000;
    const load = new HourLoad(
      { url: parley.url, headers },
      { perSecond, durationMs, spanMs: Math.max(shortestSpanMs, durationMs / spans) },
    );
    const pids = new Map(Object.entries(parley.processes));
    const look = async () => [...(await sampleProcesses(pids)), ...(await sampleDatabase(client)), ...(await requests(load, receiver))];
    const { samples, failures } = await watched(load, durationMs / looks, look);
    await reportHour({ minutes, perSecond, samples });
    console.log(`${load.refused} requests were to be sent again.`);
    for (const failure of failures.slice(0, 10)) console.error(failure);
    if (failures.length > 0) throw new Error(`${failures.length} requests were not answered as they should be, or nothing could be seen.`);
  } finally {
    for (const stop of stops.reverse()) await stop();
    receiver.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Watched {
  readonly samples: readonly Sample[];
  readonly failures: readonly string[];
}

/** Looks at fixed times while the load runs. */
async function watched(load: HourLoad, everyMs: number, look: () => Promise<Seen>): Promise<Watched> {
  const samples: Sample[] = [];
  const startedMs = performance.now();
  const unseen: string[] = [];
  let looking = Promise.resolve();
  const lookAgain = async () => {
    const atS = (performance.now() - startedMs) / 1_000;
    samples.push(...(await look()).map((sample) => ({ atS, ...sample })));
  };
  const timer = setInterval(() => {
    looking = looking.then(lookAgain).catch((error: unknown) => void unseen.push(String(error)));
  }, everyMs);
  try {
    const failures = await load.run();
    await looking;
    return { samples, failures: [...failures, ...unseen] };
  } finally {
    clearInterval(timer);
  }
}

async function requests(load: HourLoad, receiver: Receiver): Promise<Seen> {
  const { tookMs, lateMs } = load.report();
  const { received } = await receiver.report();
  const took = tookMs.length === 0 ? {} : { "p50 ms": quantile(tookMs, 0.5), "p99 ms": quantile(tookMs, 0.99) };
  const named = { ...took, "load late by ms": lateMs, "webhooks received": received };
  return Object.entries(named).map(([name, value]) => ({ kind: "requests", name, value }));
}
