import pg from "pg";
import { startInstallation } from "../installation/installation.ts";
import { type Sample, sampleDatabase, sampleProcesses } from "../storm/soak/samples.ts";
import { CountingServer } from "./counting-server.ts";
import { createDemo } from "./demo.ts";
import { quantile } from "./figures.ts";
import { HourLoad } from "./hour-load.ts";
import { reportHour } from "./hour-report.ts";
import type { ReceiverReport } from "./webhook-receiver.ts";

// Mixed load at a fixed rate for an hour, or for `--minutes=30`: `npm run bench -- hour --minutes=30`. Plots everything that must not grow.
const perSecond = 50;
const looks = 120;
const spans = 60;
const shortestSpanMs = 5_000;

type Seen = readonly Omit<Sample, "atS">[];

export async function benchHour(minutes = 60): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const receiver = stack.use(await CountingServer.start<ReceiverReport>("webhook-receiver.ts"));
  const parley = stack.use(
    await startInstallation({
      shape: "all-in-one",
      durable: true,
      environment: { PARLEY_WEBHOOK_ALLOW_HTTP: "true", PARLEY_EGRESS_ALLOW: "127.0.0.0/8" },
    }),
  );
  const { customer } = await createDemo(parley);
  const webhookServiceConfig = { rawNotificationUrl: `http://127.0.0.1:${receiver.port}/hook` };
  await customer.ask("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
  const client = new pg.Client({ connectionString: parley.databaseUrl });
  await client.connect();
  stack.defer(() => client.end());

  const durationMs = minutes * 60_000;
  const load = new HourLoad(customer, { perSecond, durationMs, spanMs: Math.max(shortestSpanMs, durationMs / spans) });
  const pids = new Map(Object.entries(parley.pids));
  const look = async () => [...(await sampleProcesses(pids)), ...(await sampleDatabase(client)), ...(await requests(load, receiver))];
  const { samples, failures } = await watched(load, durationMs / looks, look);
  await reportHour({ minutes, perSecond, samples });
  console.log(`${load.refused} requests were refused with a request to retry.`);
  for (const failure of failures.slice(0, 10)) console.error(failure);
  if (failures.length > 0) throw new Error(`${failures.length} requests or observations failed.`);
}

interface Watched {
  readonly samples: readonly Sample[];
  readonly failures: readonly string[];
}

/** Observes at fixed times while the load runs. */
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

async function requests(load: HourLoad, receiver: CountingServer<ReceiverReport>): Promise<Seen> {
  const { tookMs, lateMs } = load.report();
  const { received } = await receiver.report();
  const took = tookMs.length === 0 ? {} : { "p50 ms": quantile(tookMs, 0.5), "p99 ms": quantile(tookMs, 0.99) };
  const named = { ...took, "load late by ms": lateMs, "webhooks received": received };
  return Object.entries(named).map(([name, value]) => ({ kind: "requests", name, value }));
}
