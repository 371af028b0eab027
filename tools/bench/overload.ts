import { availableParallelism } from "node:os";
import { join } from "node:path";
import { Aside } from "../installation/aside.ts";
import type { Headers } from "../installation/caller.ts";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { query } from "../installation/with-client.ts";
import { servingApps } from "./demo.ts";
import { median } from "./figures.ts";
import { goodputOf, recoveredAfterS, type StepOutcome, stepOutcomes } from "./overload-outcome.ts";
import type { Performed, Sending, Step, Task } from "./overload-sender.ts";

// Customers who keep coming, from half of the installation's capacity to four times as much, and back.
const customers = 10;
const organizationId = "acme";
const closed = { inFlight: 64, seconds: 10 };
const measured = { fromMs: 2_000, untilMs: closed.seconds * 1_000 };
const rounds = 3;
const factors = [0.5, 1, 2, 4, 0.5] as const;
const seconds = [8, 8, 8, 15, 20] as const;
// Cheap and expensive requests: those waiting for an expensive one time out long before a gateway's limit on their number is reached.
const documentsEach = [50, 400] as const;
const leastShare = 0.9;

/** Measures services in separate processes or, with the part `all-in-one`, in one process. Returns the promises that did not hold. */
export async function benchOverload(parts: readonly string[]): Promise<readonly string[]> {
  const shape = parts.includes("all-in-one") ? "all-in-one" : servingApps;
  await using installation = await startInstallation({ shape, durable: true });
  const broken: string[] = [];
  for (const documents of documentsEach) {
    await using sender = await startSender(installation, documents);
    await perform(sender, closed);
    // Autovacuum would have done this in production. Without statistics Postgres plans differently.
    await query(installation.databaseUrl, "vacuum analyze");
    broken.push(...(await overload(sender, documents)));
  }
  return broken;
}

/**
 * Stands for machines elsewhere: its sending must not take processors from the gateway. It counts what it sent, and the processors that it
 * used.
 */
async function startSender(installation: Installation, documents: number): Promise<Aside> {
  const headers: Headers[] = [];
  while (headers.length < customers) {
    const { customer } = await installation.workspace();
    await customer.ask("/v2/organizations/add", { organizations: [{ organizationId }] });
    headers.push(customer.headers);
  }
  const path = "/v2/organizations/documents/add";
  const { url } = installation;
  const sending: Sending = { url, path, organizationId, customers: headers, documentsEach: documents, patienceMs: 14_000 };
  return Aside.startElsewhere(join(import.meta.dirname, "overload-sender.ts"), sending);
}

async function overload(sender: Aside, documents: number): Promise<string[]> {
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
  const kept = `the goodput at four times the capacity is ${share.toFixed(2)} of the capacity per processor, below ${leastShare}.`;
  return [
    ...(share >= leastShare ? [] : [`Requests of ${documents} documents: ${kept}`]),
    ...(recovered === undefined
      ? [`Requests of ${documents} documents: ${seconds.at(-1)} s after the overload the service had not recovered.`]
      : []),
  ];
}

/**
 * The goodput at four times the capacity, as a fraction of the capacity. Both are measured in turns, because documents take longer in a
 * larger table, and Postgres vacuums meanwhile.
 */
async function sharesOf(sender: Aside): Promise<Capacity[]> {
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

/** The throughput when each customer waits for a response before its next request. */
async function capacityOf(sender: Aside): Promise<Capacity> {
  const { sent, processors } = await perform(sender, closed);
  const perSecond = goodputOf(sent, measured);
  return { perSecond, perProcessor: perProcessor(perSecond, processors[0]) };
}

/**
 * The rate per processor that the sender did not use: on a machine with few processors, sending four times the capacity takes a part of
 * them, which in production would be taken on other machines.
 */
function perProcessor(perSecond: number, takenBySender = 0): number {
  return perSecond / (availableParallelism() - takenBySender);
}

function perform(sender: Aside, task: Task): Promise<Performed> {
  return sender.ask(task);
}

function told({ sentPerSecond, goodPerSecond, refused, failed, count, p50Ms, p99Ms }: StepOutcome): string {
  const times = `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
  return `sent ${sentPerSecond.toFixed(0)}/s, answered ${goodPerSecond.toFixed(0)}/s (${times}); of ${count} refused ${refused}, failed ${failed}`;
}
