import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { runProcess } from "@parley/runtime";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { adminToken, environmentOver } from "../installation/environment.ts";
import { openFeed } from "../installation/feed-stream.ts";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { query, withClient } from "../installation/with-client.ts";
import { newWorkspace, type Workspace } from "../installation/workspace.ts";
import { adderOf } from "./added-threads.ts";
import { holdStreams } from "./changes-holder.ts";
import { cpuUsOf, inTurns, median, type Outcome, Promised, quantile, spreadOf, throughput, told } from "./figures.ts";

// `npm run bench -- changes`, or `changes:idle`, `memory`, `delivery`, `start`, `adds`: the cost and the speed of the feed of changes.
const most = { addsRatio: 1.05, deliveryMs: 250, idlePart: 0.02, idleBytes: 20 * 1_024 } as const;
const leastPerSecond = 20_000;
const organizationId = "acme";
const streamsOfKey = 10;
const heldStreams = 1_000;
const addRounds = 9;
// Time for V8 to collect the garbage of the start, which is not a cost of idling.
const settledMs = 30_000;

/** Returns the promises that did not hold. */
export async function benchChanges(asked: readonly string[] = []): Promise<Outcome> {
  const promised = new Promised();
  const measured = Object.entries({ idle, memory, delivery, start, adds }).filter(([part]) => asked.length === 0 || asked.includes(part));
  for (const [, measure] of measured) await measure(promised);
  return promised;
}

async function withInstallation<Result>(use: (installation: Installation) => Promise<Result>): Promise<Result> {
  await using postgres = await scratchPostgres({ durable: false });
  await using installation = await startInstallation({ shape: "all-in-one", databaseUrl: await postgres.createDatabase("parley") });
  return await use(installation);
}

/** The cost of a thousand idle streams, as a fraction of a core. */
async function idle(promised: Promised): Promise<void> {
  const { streams, part } = await withInstallation(async (installation) => {
    const { gateway } = installation;
    const keys = await keysOf(installation, 100);
    await delay(settledMs);
    const before = await partOfCore(gateway.pid, 30_000);
    await using opened = await openedStreams(keys);
    await delay(settledMs);
    return { streams: opened.count, part: (await partOfCore(gateway.pid, 30_000)) - before };
  });
  promised.hold(
    part <= most.idlePart,
    `${streams} idle streams: ${(part * 100).toFixed(1)} % of a core more than without (at most ${most.idlePart * 100} %).`,
  );
}

/** The memory of an idle stream, in a process with both gateway and service. */
async function memory(promised: Promised): Promise<void> {
  await using postgres = await scratchPostgres({ durable: false });
  const environment = {
    ...environmentOver(await postgres.createDatabase("memory")),
    PARLEY_DATA_DIR: postgres.folder,
    PARLEY_MAX_STREAMS_PER_KEY: String(2 * heldStreams),
    PARLEY_GATEWAY_PORT: "0",
    PARLEY_LOG_LEVEL: "error",
  };
  const running = await runProcess(modules, environment);
  const { customer } = await newWorkspace(running.addresses.get("gateway") ?? "", adminToken);
  // The first streams also allocate what all streams share.
  const first = await holdStreams(customer, heldStreams);
  const before = await liveBytes();
  const second = await holdStreams(customer, heldStreams);
  const bytes = ((await liveBytes()) - before) / heldStreams;
  for (const holder of [first, second]) await holder[Symbol.asyncDispose]();
  await running.stop();
  promised.hold(
    bytes <= most.idleBytes,
    `An idle stream: ${(bytes / 1_024).toFixed(1)} KiB of memory (at most ${most.idleBytes / 1_024}).`,
  );
}

/** What this process holds in memory, in bytes, after its garbage has been collected. */
async function liveBytes(): Promise<number> {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  await delay(2_000);
  for (let round = 0; round < 3; round++) collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** The time from the response to a writer until the change reaches the streams of the API key. */
async function delivery(promised: Promised): Promise<void> {
  const [ofKeys, perRequest, seconds, warmSeconds, pauseMs] = [10, 5, 25, 5, 10];
  await withInstallation(async (installation) => {
    const keys = await keysOf(installation, ofKeys);
    const arrivals: { readonly id: string; readonly atMs: number }[] = [];
    const writtenMs = new Map<string, number>();
    await using streams = await openedStreams(keys, (id) => arrivals.push({ id, atMs: performance.now() }));
    const beganMs = performance.now();
    const writes: Promise<void>[] = [];
    let written = 0;
    for (let turn = 0; performance.now() - beganMs < seconds * 1_000; turn++) {
      const activities = Array.from({ length: perRequest }, () => ({
        id: `r${written++}`,
        featureType: "bench",
        actionType: "bench.write",
      }));
      const write = async ({ customer }: Workspace) => {
        await customer.arrange("/v2/activities/add", { organizationId, activities });
        for (const { id } of activities) writtenMs.set(id, performance.now());
      };
      writes.push(write(keys[turn % keys.length] as Workspace));
      await delay(Math.max(0, (turn + 1) * pauseMs - (performance.now() - beganMs)));
    }
    await Promise.all(writes);
    const perSecond = (written / (performance.now() - beganMs)) * 1_000;
    const all = written * streamsOfKey;
    for (const end = performance.now() + 30_000; arrivals.length < all && performance.now() < end; ) await delay(20);
    if (arrivals.length < all) throw new Error(`Only ${arrivals.length} of ${all} changes arrived.`);
    // A change may arrive before the writer's response.
    const ms = arrivals.flatMap(({ id, atMs }) => {
      const writtenAtMs = writtenMs.get(id) ?? 0;
      return writtenAtMs < beganMs + warmSeconds * 1_000 ? [] : [Math.max(0, atMs - writtenAtMs)];
    });
    const [p50, p99] = [quantile(ms, 0.5), quantile(ms, 0.99)];
    promised.hold(
      p99 <= most.deliveryMs,
      `Change to stream at ${perSecond.toFixed(0)} changes/s with ${streams.count} streams: p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms (at most ${most.deliveryMs}).`,
    );
  });
}

/** Changes per second when read from the start, in pages and by a stream. */
async function start(promised: Promised): Promise<void> {
  const count = 200_000;
  await withInstallation(async (installation) => {
    const [{ apiKey, customer }] = (await keysOf(installation, 1)) as [Workspace];
    await query(
      installation.databaseUrl,
      `insert into activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, action_user, immutable)
       select $1, $2, 'r' || n, 'd' || n % 100, 'bench', 'bench.write', '{"userId":"alice","name":"Alice Adams"}', false from generate_series(1, $3::int) n`,
      [apiKey, organizationId, count],
    );
    const request = { pageSize: 1_000, cursor: "start" };
    const pages = async () => {
      for (let [cursor, upToDate] = [request.cursor, false]; !upToDate; ) {
        const { text } = await customer.post("/v2/changes/get", { ...request, cursor });
        ({ nextCursor: cursor, upToDate } = JSON.parse(text).result);
      }
    };
    const stream = async () => {
      let left = count;
      for await (const { event } of await openFeed(customer, request)) if (event === "change" && --left === 0) break;
    };
    for (const [form, read] of Object.entries({ pages, stream })) {
      const rates: number[] = [];
      for (let round = 0; round < 3; round++) {
        const beganMs = performance.now();
        await read();
        rates.push((count / (performance.now() - beganMs)) * 1_000);
      }
      const [rate, least] = [Math.round(median(rates)).toLocaleString("en"), leastPerSecond.toLocaleString("en")];
      promised.hold(median(rates) >= leastPerSecond, `From the start by ${form}: ${rate} changes/s (at least ${least}).`);
    }
  });
}

/** Adding comments with the feed of changes, against adding them without its index and positions. Both databases are new. */
async function adds(promised: Promised): Promise<void> {
  await using postgres = await scratchPostgres({ durable: false });
  const databaseUrl = await postgres.createDatabase("without");
  await using withFeed = await startInstallation({ shape: "all-in-one", databaseUrl: await postgres.createDatabase("with") });
  await using without = await startInstallation({ shape: "all-in-one", databaseUrl, builds: false });
  await withClient(databaseUrl, async (client) => {
    await client.query("drop index activity.activities_by_feed");
    await client.query("create or replace function activity.feed_position() returns bigint language sql immutable as 'select 0::bigint'");
  });
  const adders = [await adderOf(withFeed), await adderOf(without)] as const;
  const times = spreadOf((await inTurns(addRounds, (side) => throughput(adders[side]))).ratios);
  promised.hold(
    times.median <= most.addsRatio,
    `Adding comments with the feed against without: ${told(times)} times (at most ${most.addsRatio}).`,
  );
}

async function keysOf(installation: Installation, count: number): Promise<Workspace[]> {
  const workspaces: Workspace[] = [];
  for (let number = 0; number < count; number++) workspaces.push(await installation.workspace());
  await Promise.all(
    workspaces.map(({ customer }) =>
      customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId: "d" }], createOrganization: true }),
    ),
  );
  return workspaces;
}

/** Opens streams of each key, and reads the id of each change. */
async function openedStreams(keys: readonly Workspace[], onChange: (id: string) => void = () => undefined) {
  const closing = new AbortController();
  const readOn = async (events: Awaited<ReturnType<typeof openFeed>>) => {
    for await (const { data } of events) {
      const id = /"activityId":"([^"]*)"/.exec(data)?.[1];
      if (id !== undefined) onChange(id);
    }
  };
  const reading: Promise<void>[] = [];
  for (const { customer } of keys) {
    const streams = await Promise.all(Array.from({ length: streamsOfKey }, () => openFeed(customer, {}, { signal: closing.signal })));
    reading.push(...streams.map(readOn));
  }
  return {
    count: reading.length,
    async [Symbol.asyncDispose]() {
      closing.abort();
      await Promise.allSettled(reading);
    },
  };
}

async function partOfCore(pid: number, ms: number): Promise<number> {
  const [cpuUs, beganMs] = [cpuUsOf(pid), performance.now()];
  await delay(ms);
  return (cpuUsOf(pid) - cpuUs) / 1_000 / (performance.now() - beganMs);
}
