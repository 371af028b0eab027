import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { constants, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { bundle } from "../build/bundle.ts";
import { goodputOf, recoveredAfterS, type StepOutcome, stepOutcomes } from "./overload-outcome.ts";
import type { Sending, Sent, Step, Task } from "./overload-sender.ts";
import { allInOne, post, type Started } from "./parley-targets.ts";
import { adminToken } from "./start-services.ts";

// Customers who come whether they are served or not, from half of what the installation takes to four times as much, and back.
const customers = 10;
const organizationId = "acme";
const closed = { inFlight: 64, seconds: 10 };
const factors = [0.5, 1, 2, 4, 0.5] as const;
const seconds = [10, 10, 10, 15, 25] as const;
const rounds = 2;
const leastShare = 0.9;

/** What was promised and did not hold. */
export async function benchOverload(): Promise<readonly string[]> {
  await bundle("all-in-one");
  const folder = join(tmpdir(), "parley-bench-overload");
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  let parley: Started | undefined;
  let sender: ChildProcess | undefined;
  try {
    parley = await allInOne(await postgres.createDatabase("parley"), join(folder, "data"));
    sender = await startSender(parley.url);
    await perform(sender, closed);
    const broken: string[] = [];
    for (let round = 1; round <= rounds; round++) broken.push(...(await overload(sender, round)));
    return broken;
  } finally {
    sender?.kill();
    await parley?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** It stands for machines elsewhere: what it takes to send is not to be taken from the gateway. How much it did send is counted. */
async function startSender(url: string): Promise<ChildProcess> {
  const headers: Record<string, string>[] = [];
  for (let n = 0; n < customers; n++) headers.push(await newCustomer(url));
  const path = "/v2/organizations/documents/add";
  const sending: Sending = { url, path, organizationId, customers: headers, documentsEach: 50, patienceMs: 14_000 };
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

async function overload(sender: ChildProcess, round: number): Promise<string[]> {
  const capacity = goodputOf(await perform(sender, closed), { fromMs: 2_000, untilMs: closed.seconds * 1_000 });
  console.log(`round ${round}: ${capacity.toFixed(0)} requests of 50 documents a second with ${closed.inFlight} in flight`);
  const steps = factors.map((factor, n): Step => ({ perSecond: capacity * factor, seconds: seconds[n] ?? 0 }));
  const sent = await perform(sender, { steps });
  const outcomes = stepOutcomes(sent, steps);
  for (const [n, outcome] of outcomes.entries()) console.log(`  ${String(factors[n]).padStart(3)} times: ${told(outcome)}`);

  const peak = Math.max(capacity, ...outcomes.map(({ goodPerSecond }) => goodPerSecond));
  const share = (outcomes[factors.indexOf(4)]?.goodPerSecond ?? 0) / peak;
  const recovered = recoveredAfterS(sent, steps);
  console.log(`  goodput at four times / peak: ${share.toFixed(2)}; recovered after ${recovered ?? "more than 25"} s`);
  const least = `below ${leastShare}`;
  return [
    ...(share >= leastShare
      ? []
      : [`Round ${round}: the goodput at four times the capacity is ${share.toFixed(2)} of the peak, ${least}.`]),
    ...(recovered === undefined ? [`Round ${round}: 25 s after the overload it was not over.`] : []),
  ];
}

async function perform(sender: ChildProcess, task: Task): Promise<Sent[]> {
  const answered = once(sender, "message");
  sender.send(task);
  const [sent] = await answered;
  return sent as Sent[];
}

function told({ sentPerSecond, goodPerSecond, refused, failed, count, p50Ms, p99Ms }: StepOutcome): string {
  const times = `p50 ${p50Ms.toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms`;
  return `sent ${sentPerSecond.toFixed(0)}/s, answered ${goodPerSecond.toFixed(0)}/s (${times}); of ${count} refused ${refused}, failed ${failed}`;
}
