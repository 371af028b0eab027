import { createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { openBlackHole } from "../../libs/testing/src/black-hole.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { query } from "../installation/with-client.ts";
import { median, quantile } from "./figures.ts";
import { apiKeys, fillBacklog, type Parley, Receiver, startParley, tellAt } from "./webhook-stage.ts";

// The effect of a dead endpoint on another one.
const rounds = 9;
const seconds = 2;
// Few events: otherwise the load of the machine would be measured.
const eventsPerSecond = 25;
const waiting = 1_000;
const untilDeadMs = 2_000;
const deaths = {
  "refuses connections": refusing,
  "lets connections hang": hanging,
  "never answers": async (port: number) => ({ url: `http://127.0.0.1:${port}/silent`, end: async () => undefined }),
} satisfies Record<string, (port: number) => Promise<Neighbour>>;

interface Neighbour {
  readonly url: string;
  end(): Promise<void>;
}

/**
 * Measures the time from event to receipt at a fixed rate, for endpoints with a neighbour that has as many events and a backlog of a
 * thousand deliveries. The neighbour is dead in each way, alive, or absent; these cases take turns in one run.
 */
export async function benchWebhookNeighbours(): Promise<readonly string[]> {
  await using postgres = await scratchPostgres({ durable: true });
  await using receiver = await Receiver.start();
  const url = await postgres.createDatabase("webhooks");
  const parley = await startParley(url, receiver.port);
  try {
    await tellAt(eventsPerSecond, 2, { parley, receiver, keys: apiKeys });
    const living = async (port: number) => ({ url: `http://127.0.0.1:${port}/neighbour`, end: async () => undefined });
    const legs = Object.entries({ "one that lives": living, nobody: undefined, ...deaths });
    const measured = new Map(legs.map(([what]) => [what, [] as (readonly number[])[]]));
    for (let round = 0; round < rounds; round++) {
      for (const [what, open] of legs) {
        const neighbour = await open?.(receiver.port);
        measured.get(what)?.push(await latenciesBeside(neighbour, { url, parley, receiver, key: `pk_${what}_${round}` }));
      }
    }
    print(measured);
  } finally {
    await parley.stop();
  }
  return [];
}

// The median of the rounds: other load makes single ones several times as slow.
function print(measured: ReadonlyMap<string, readonly (readonly number[])[]>): void {
  const middle = (what: string, share: number) => median((measured.get(what) ?? []).map((latencies) => quantile(latencies, share)));
  for (const [what, rounds] of measured) {
    const [p50, p95] = [middle(what, 0.5), middle(what, 0.95)];
    const against = ["one that lives", "nobody"].map((other) => `${(p95 / middle(other, 0.95)).toFixed(2)} of beside ${other}`);
    const each = rounds.map((latencies) => quantile(latencies, 0.95).toFixed(0)).join(" ");
    console.log(`beside ${what}: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms (${each}): ${against.join(", ")}`);
  }
}

interface Round {
  readonly url: string;
  readonly parley: Parley;
  readonly receiver: Receiver;
  /** The neighbour's own key, new in each round. */
  readonly key: string;
}

/** Sorted latencies in ms of the others, from event to receipt. */
async function latenciesBeside(neighbour: Neighbour | undefined, { url, parley, receiver, key }: Round): Promise<readonly number[]> {
  parley.urls.set(key, neighbour?.url ?? "");
  if (neighbour !== undefined) await fillBacklog(url, waiting, [key]);
  await query(url, "vacuum analyze");
  // Waits until a live neighbour has received its backlog, or a dead one has been detected.
  const deadline = performance.now() + untilDeadMs;
  while (performance.now() < deadline && (await query(url, "select from notifications.webhook_queue limit 1")) !== undefined)
    await delay(50);
  const keys = neighbour === undefined ? apiKeys : apiKeys.flatMap((one) => [one, key]);
  const rate = neighbour === undefined ? eventsPerSecond : eventsPerSecond * 2;
  const { latenciesMs } = await tellAt(rate, seconds, { parley, receiver, keys });
  await query(url, "delete from notifications.webhook_queue where api_key_id = $1", [key]);
  await neighbour?.end();
  await delay(500);
  return latenciesMs;
}

async function refusing(): Promise<Neighbour> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return { url: `http://127.0.0.1:${port}/`, end: async () => undefined };
}

async function hanging(): Promise<Neighbour> {
  const hole = await openBlackHole();
  return { url: `http://127.0.0.1:${hole.port}/`, end: async () => hole[Symbol.asyncDispose]() };
}
