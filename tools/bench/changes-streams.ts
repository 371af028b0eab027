import { setTimeout as delay } from "node:timers/promises";
import type { Caller } from "../installation/caller.ts";
import type { Installation } from "../installation/installation.ts";
import { withClient } from "../installation/with-client.ts";
import type { Workspace } from "../installation/workspace.ts";
import { ChangesStream } from "./changes-stream.ts";
import { cpuUsOf, quantile } from "./figures.ts";

const organizationId = "acme";
const streamsOfKey = 10;
// Time for V8 to collect the garbage of the start, which is not a cost of idling.
const settledMs = 30_000;

/** The cost of a thousand idle streams, as a fraction of a core. */
export async function idle(installation: Installation) {
  const { gateway } = installation;
  const keys = await keysOf(installation, 100);
  await delay(settledMs);
  const before = await partOfCore(gateway.pid, 30_000);
  const streams = await opened(keys);
  await delay(settledMs);
  const after = await partOfCore(gateway.pid, 30_000);
  for (const stream of streams) stream.close();
  return { streams: streams.length, part: after - before };
}

/** The time from the response to a writer until the change reaches the streams of the API key. */
export async function delivered(installation: Installation) {
  const [ofKeys, perRequest, seconds, warmSeconds, pauseMs] = [10, 5, 25, 5, 10];
  const keys = await keysOf(installation, ofKeys);
  const arrivals: { readonly id: string; readonly atMs: number }[] = [];
  const writtenMs = new Map<string, number>();
  const streams = await opened(keys, (id) => arrivals.push({ id, atMs: performance.now() }));
  const beganMs = performance.now();
  const writes: Promise<void>[] = [];
  let written = 0;
  for (let turn = 0; performance.now() - beganMs < seconds * 1_000; turn++) {
    const activities = Array.from({ length: perRequest }, () => ({ id: `r${written++}`, featureType: "bench", actionType: "bench.write" }));
    const write = async (customer: Caller) => {
      await customer.arrange("/v2/activities/add", { organizationId, activities });
      for (const { id } of activities) writtenMs.set(id, performance.now());
    };
    const customer = keys[turn % keys.length]?.customer;
    if (customer !== undefined) writes.push(write(customer));
    await delay(Math.max(0, (turn + 1) * pauseMs - (performance.now() - beganMs)));
  }
  await Promise.all(writes);
  const perSecond = (written / (performance.now() - beganMs)) * 1_000;
  for (const end = performance.now() + 30_000; arrivals.length < written * streamsOfKey && performance.now() < end; ) await delay(20);
  if (arrivals.length < written * streamsOfKey) throw new Error(`Only ${arrivals.length} of ${written * streamsOfKey} changes arrived.`);
  for (const stream of streams) stream.close();
  // A change may arrive before the writer's response.
  const ms = arrivals.flatMap(({ id, atMs }) => {
    const writtenAtMs = writtenMs.get(id) ?? 0;
    return writtenAtMs < beganMs + warmSeconds * 1_000 ? [] : [Math.max(0, atMs - writtenAtMs)];
  });
  return { streams: streams.length, perSecond, p50: quantile(ms, 0.5), p99: quantile(ms, 0.99) };
}

/** Changes per second when read from the start, in pages and by a stream. */
export async function readFromStart(installation: Installation) {
  const count = 200_000;
  const [key] = await keysOf(installation, 1);
  if (key === undefined) throw new Error("There is no API key.");
  await withClient(installation.databaseUrl, (client) =>
    client.query(
      `insert into activity.activities (api_key_id, organization_id, activity_id, document_id, feature_type, action_type, action_user, immutable)
       select $1, $2, 'r' || n, 'd' || n % 100, 'bench', 'bench.write', '{"userId":"alice","name":"Alice Adams"}', false from generate_series(1, $3::int) n`,
      [key.apiKey, organizationId, count],
    ),
  );
  const rates = async (read: () => Promise<void>) => {
    const found: number[] = [];
    for (let round = 0; round < 3; round++) {
      const beganMs = performance.now();
      await read();
      found.push((count / (performance.now() - beganMs)) * 1_000);
    }
    return found;
  };
  const request = { pageSize: 1_000 };
  const byPages = async () => {
    for (let [cursor, upToDate] = ["start", false]; !upToDate; ) {
      const { text } = await key.customer.post("/v2/changes/get", { ...request, cursor });
      ({ nextCursor: cursor, upToDate } = JSON.parse(text).result);
    }
  };
  const byStream = async () => {
    const all = Promise.withResolvers<void>();
    let left = count;
    const stream = await ChangesStream.open(key.customer, { ...request, cursor: "start" }, () => {
      if (--left === 0) all.resolve();
    });
    await all.promise;
    stream.close();
  };
  return [
    { form: "pages", rates: await rates(byPages) },
    { form: "stream", rates: await rates(byStream) },
  ];
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

async function opened(keys: readonly Workspace[], onChange: (id: string) => void = () => undefined): Promise<ChangesStream[]> {
  const streams: ChangesStream[] = [];
  for (const { customer } of keys)
    streams.push(...(await Promise.all(Array.from({ length: streamsOfKey }, () => ChangesStream.open(customer, {}, onChange)))));
  return streams;
}

async function partOfCore(pid: number, ms: number): Promise<number> {
  const [cpuUs, beganMs] = [cpuUsOf(pid), performance.now()];
  await delay(ms);
  return (cpuUsOf(pid) - cpuUs) / 1_000 / (performance.now() - beganMs);
}
