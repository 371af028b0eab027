import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { availableParallelism, constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { bundle } from "../build/bundle.ts";
import { median } from "./figures.ts";
import { goodputOf, recoveredAfterS, type StepOutcome, stepOutcomes } from "./overload-outcome.ts";
import type { Performed, Sending, Step, Task } from "./overload-sender.ts";
import { allInOne, post, type Started, separate } from "./parley-targets.ts";
import { adminToken } from "./start-services.ts";
import { query } from "./webhook-stage.ts";

// Customers who come whether they are served or not, from half of what the installation takes to four times as much, and back.
const customers = 10;
const organizationId = "acme";
const closed = { inFlight: 64, seconds: 10 };
const measured = { fromMs: 2_000, untilMs: closed.seconds * 1_000 };
const rounds = 3;
const factors = [0.5, 1, 2, 4, 0.5] as const;
const seconds = [8, 8, 8, 15, 20] as const;
// Cheap and dear: what waits for a dear one is over its time long before a gateway has as many as it may.
const documentsEach = [50, 400] as const;
const leastShare = 0.9;
const apps = ["workspace", "organization-directory", "gateway"];

/** Of services in processes of their own, or, as the part `all-in-one`, of all in one process. Answers what was promised and did not hold. */
export async function benchOverload(parts: readonly string[]): Promise<readonly string[]> {
  const inOne = parts.includes("all-in-one");
  for (const app of inOne ? ["all-in-one"] : apps) await bundle(app);
  const folder = join(tmpdir(), "parley-bench-overload");
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  let parley: Started | undefined;
  let sender: ChildProcess | undefined;
  try {
    const databaseUrl = await postgres.createDatabase("parley");
    parley = inOne ? await allInOne(databaseUrl, join(folder, "data")) : await separate(databaseUrl);
    const broken: string[] = [];
    for (const documents of documentsEach) {
      sender = await startSender(parley.url, documents);
      await perform(sender, closed);
      // As autovacuum would have: a table that Postgres has never looked at is read by other plans.
      await query(databaseUrl, "vacuum analyze");
      broken.push(...(await overload(sender, documents)));
      sender.kill();
    }
    return broken;
  } finally {
    sender?.kill();
    await parley?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** It stands for machines elsewhere: what it takes to send is not to be taken from the gateway. How much it did send, and what it took for it, is counted. */
async function startSender(url: string, documents: number): Promise<ChildProcess> {
  const headers: Record<string, string>[] = [];
  for (let n = 0; n < customers; n++) headers.push(await newCustomer(url));
  const path = "/v2/organizations/documents/add";
  const sending: Sending = { url, path, organizationId, customers: headers, documentsEach: documents, patienceMs: 14_000 };
  const sender = fork(join(import.meta.dirname, "overload-sender.ts"), [JSON.stringify(sending)]);
  setPriority(sender.pid ?? 0, constants.priority.PRIORITY_LOW);
  await once(sender, "message");
  return sender;
}

async function newCustomer(url: string): Promise<Record<string, string>> {
  const workspace = { workspaceName: "Bench", ownerEmail: "bench@example.com" };
  const { apiKeyList, apiKeyAuthToken } = await post(url, "/v2/workspace/create", { "x-svc-admin-token": adminToken }, workspace);
  const [apiKey = ""] = Object.keys(apiKeyList);
  const credentials = { "x-svc-api-key": apiKey, "x-svc-auth-token": apiKeyAuthToken };
  await post(url, "/v2/organizations/add", credentials, { organizations: [{ organizationId }] });
  return credentials;
}

async function overload(sender: ChildProcess, documents: number): Promise<string[]> {
  const capacity = await capacityOf(sender);
  console.log(`${capacity.perSecond.toFixed(0)} requests of ${documents} documents a second with ${closed.inFlight} in flight`);
  const steps = factors.map((factor, n): Step => ({ perSecond: capacity.perSecond * factor, seconds: seconds[n] ?? 0 }));
  const { sent } = await perform(sender, { steps });
  for (const [n, outcome] of stepOutcomes(sent, steps).entries())
    console.log(`  ${String(factors[n]).padStart(3)} times: ${told(outcome)}`);
  const recovered = recoveredAfterS(sent, steps);
  console.log(`  recovered after ${recovered ?? `more than ${seconds.at(-1)}`} s`);

  const shares = await sharesOf(sender);
  const [share, bare] = [median(shares.map(({ perProcessor }) => perProcessor)), median(shares.map(({ perSecond }) => perSecond))];
  const each = shares.map(({ perProcessor }) => perProcessor.toFixed(2)).join(", ");
  console.log(
    `  goodput at four times / capacity, in turns: ${share.toFixed(2)} (${each}) for each processor that the sender left, ` +
      `${bare.toFixed(2)} without regard to it`,
  );
  const kept = `the goodput at four times the capacity is ${share.toFixed(2)} of it for each processor, below ${leastShare}.`;
  return [
    ...(share >= leastShare ? [] : [`Requests of ${documents} documents: ${kept}`]),
    ...(recovered === undefined ? [`Requests of ${documents} documents: ${seconds.at(-1)} s after the overload it was not over.`] : []),
  ];
}

/** The goodput at four times the capacity as a part of it. In turns: a further document in a larger table takes longer, and Postgres cleans up meanwhile. */
async function sharesOf(sender: ChildProcess): Promise<Capacity[]> {
  const shares: Capacity[] = [];
  let before = await capacityOf(sender);
  for (let round = 0; round < rounds; round++) {
    const { sent, processors } = await perform(sender, { steps: [{ perSecond: before.perSecond * 4, seconds: closed.seconds }] });
    const goodput = goodputOf(sent, measured);
    const after = await capacityOf(sender);
    const mean = (read: (capacity: Capacity) => number) => (read(before) + read(after)) / 2;
    const processorGoodput = perProcessor(goodput, processors[0]);
    shares.push({
      perSecond: goodput / mean(({ perSecond }) => perSecond),
      perProcessor: processorGoodput / mean((capacity) => capacity.perProcessor),
    });
    before = after;
  }
  return shares;
}

interface Capacity {
  readonly perSecond: number;
  readonly perProcessor: number;
}

/** What is answered when each customer waits for an answer before it sends the next. */
async function capacityOf(sender: ChildProcess): Promise<Capacity> {
  const { sent, processors } = await perform(sender, closed);
  const perSecond = goodputOf(sent, measured);
  return { perSecond, perProcessor: perProcessor(perSecond, processors[0]) };
}

/** Of those that the sender left to what answers it: with few processors, what sends four times as much takes a part of them that would be elsewhere. */
function perProcessor(perSecond: number, takenBySender = 0): number {
  return perSecond / (availableParallelism() - takenBySender);
}

async function perform(sender: ChildProcess, task: Task): Promise<Performed> {
  const answered = once(sender, "message");
  sender.send(task);
  const [performed] = await answered;
  return performed as Performed;
}

function told({ sentPerSecond, goodPerSecond, refused, failed, count, p50Ms, p99Ms }: StepOutcome): string {
  const times = `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
  return `sent ${sentPerSecond.toFixed(0)}/s, answered ${goodPerSecond.toFixed(0)}/s (${times}); of ${count} refused ${refused}, failed ${failed}`;
}
