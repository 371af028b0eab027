import { setTimeout as delay } from "node:timers/promises";
import { load } from "../acceptance/load.ts";
import { gatewayPort } from "./addresses.ts";
import type { Cluster } from "./cluster-under-test.ts";

/** A line of the table. */
export interface Outcome {
  readonly what: string;
  readonly sent: number;
  readonly failed: number;
  readonly lost: number;
  readonly p99Ms: number;
  readonly seconds: number;
  /** What else was seen: the shares of calls. */
  readonly seen: string;
  readonly failures: ReadonlyMap<string, number>;
  /** Whether everything is as promised. */
  readonly held: boolean;
}

interface Seen {
  readonly seen: string;
  readonly held: boolean;
  /** Whether nobody promised that such a request does not fail. */
  readonly mayFail?: (failure: string) => boolean;
}

/** Answers what else was seen, and whether it is as promised. */
type Act = (cluster: Cluster) => Promise<Seen | undefined>;

// The load goes on before and after, for what shows only then.
const aroundMs = 5_000;

/** Does something to the cluster while it is used at that rate; every request must be answered, and every acknowledged write be there afterwards. */
export async function underLoad(cluster: Cluster, what: string, requestsPerSecond: number, act: Act): Promise<Outcome> {
  console.log(`${what} …`);
  const done = new AbortController();
  const loading = load({
    url: `http://127.0.0.1:${gatewayPort}`,
    adminToken: cluster.adminToken,
    requestsPerSecond,
    signal: done.signal,
    maxSeconds: 900,
  });
  await delay(aroundMs);
  const beganMs = performance.now();
  const acted = await act(cluster).finally(async () => {
    await delay(aroundMs);
    done.abort();
  });
  const seconds = Math.round((performance.now() - beganMs - aroundMs) / 1_000);
  const { sent, failed, failures, missing, p99Ms } = await loading;
  const lost = missing.length;
  const { seen, held, mayFail = () => false } = acted ?? { seen: "", held: true };
  const wrong = [...failures.keys()].filter((failure) => !mayFail(failure));
  for (const [failure, count] of failures) console.log(`  ${count} × ${failure}`);
  return { what, sent, failed, lost, p99Ms: Math.round(p99Ms), seconds, seen, failures, held: held && wrong.length === 0 && lost === 0 };
}
