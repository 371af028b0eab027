import { existsSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { type FailedRequest, load } from "../acceptance/load.ts";
import type { Cluster } from "./cluster-under-test.ts";
import { traceFailure } from "./failure-trace.ts";
import { FollowedChanges } from "./followed-changes.ts";

/** A line of the table. */
export interface Outcome {
  readonly what: string;
  readonly sent: number;
  readonly failed: number;
  /** The failed ones that must not be repeated: writes without an idempotency key. */
  readonly unrepeatable: number;
  readonly lost: number;
  /** The number of changes that two readers of the feed followed, and the number of wrong positions. */
  readonly changes: number;
  readonly wrongChanges: number;
  /** How often a stream of changes broke without an announced end. */
  readonly brokenStreams: number;
  readonly p99Ms: number;
  readonly seconds: number;
  /** The percentage of that time in which something on the machine waited for a processor. */
  readonly contended: number;
  /** Further observations: the shares of calls. */
  readonly seen: string;
  /** Whether every promise held. */
  readonly held: boolean;
}

interface Seen {
  readonly seen: string;
  readonly held: boolean;
  /** Whether such a request may fail without breaking a promise. */
  readonly mayFail?: (failure: FailedRequest) => boolean;
}

/** Returns further observations, and whether the promises held. */
type Act = (cluster: Cluster) => Promise<Seen | undefined>;

// The load continues before and after, for delayed effects.
const aroundMs = 5_000;
const mostTraces = 20;

/**
 * Does something to the cluster under a load of `requestsPerSecond`. Every request must succeed, every acknowledged write must be stored,
 * and readers of the feed must receive each change in order.
 */
export async function underLoad(cluster: Cluster, what: string, requestsPerSecond: number, act: Act): Promise<Outcome> {
  console.log(`${what} …`);
  const done = new AbortController();
  const traces: Promise<void>[] = [];
  const { url, adminToken } = cluster;
  const following = await FollowedChanges.start(url, adminToken);
  const loading = load({
    url,
    adminToken,
    requestsPerSecond,
    signal: done.signal,
    maxSeconds: 900,
    // Each trace reads every log; further failures of the same kind are not traced.
    onFailure: (failure) => {
      if (traces.length < mostTraces) traces.push(traceFailure(cluster, failure).then(console.log, console.error));
    },
  });
  await delay(aroundMs);
  const beganMs = performance.now();
  const waitedMs = processorWaitMs();
  const acted = await act(cluster).finally(async () => {
    await delay(aroundMs);
    done.abort();
  });
  const tookMs = performance.now() - beganMs;
  const contended = Math.round((100 * (processorWaitMs() - waitedMs)) / tookMs);
  const seconds = Math.round((tookMs - aroundMs) / 1_000);
  const { sent, failures, missing, p99Ms } = await loading;
  await Promise.all(traces);
  const { written: changes, wrong: wrongChanges, broken: brokenStreams } = await following.end();
  const lost = missing.length;
  const { seen, held, mayFail = () => false } = acted ?? { seen: "", held: true };
  const asPromised = held && failures.every(mayFail) && lost === 0 && wrongChanges === 0;
  const unrepeatable = failures.filter(({ repeatable }) => !repeatable).length;
  return {
    what,
    sent,
    failed: failures.length,
    unrepeatable,
    lost,
    changes,
    wrongChanges,
    brokenStreams,
    p99Ms: Math.round(p99Ms),
    seconds,
    contended,
    seen,
    held: asPromised,
  };
}

// The kernel's account, if it keeps one, in microseconds since its start.
function processorWaitMs(): number {
  const account = "/proc/pressure/cpu";
  if (!existsSync(account)) return Number.NaN;
  return Number(readFileSync(account, "utf8").match(/some .*total=(\d+)/)?.[1]) / 1_000;
}
