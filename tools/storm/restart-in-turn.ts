import { setTimeout as delay } from "node:timers/promises";
import { closedLoop } from "../bench/figures.ts";
import type { Customer } from "./customer.ts";
import { organizationId } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import type { Finding } from "./verify.ts";

const tickMs = 5;
const answerWithinMs = 15_000;
const readyWithinMs = 120_000;
const measuredMs = 5_000;
const askers = 32;
// One of two processes does the work of both meanwhile, and the starting one uses a core for a second or more.
const shareOfCapacity = 0.25;

/** The customers' results while every process was restarted. */
export interface RollingRestart {
  readonly requests: number;
  readonly perSecond: number;
  /** The requests per second without a restart, when each caller sends its next request immediately. */
  readonly capacityPerSecond: number;
  readonly slowestMs: number;
  readonly findings: readonly Finding[];
}

/**
 * Restarts every process, each when the one before is ready again, under a fixed rate of requests, regardless of the outcome of earlier
 * ones. The rate is at most a quarter of the machine's capacity without restarts: beyond that, its queues would grow anyway. Requests are
 * not retried: each must succeed.
 */
export async function restartInTurn(stage: Stage, customer: Customer, wantedPerSecond: number): Promise<RollingRestart> {
  const findings: Finding[] = [];
  const asked: Promise<void>[] = [];
  let sent = 0;
  let [restarted, slowestMs, isOver] = ["nothing", 0, false];
  const ask = async () => {
    const n = sent++;
    const [path, data] = requestOf(n);
    const sentMs = performance.now();
    const problem = await problemOf(customer, path, data, `rolling-${n}`);
    slowestMs = Math.max(slowestMs, performance.now() - sentMs);
    if (problem !== undefined)
      findings.push({ kind: "refused", scenario: "rolling restart", what: `${path} ${problem}, as ${restarted} was restarted` });
  };
  const capacityPerSecond = await capacityOf(ask);
  const rate = Math.min(wantedPerSecond, Math.floor(capacityPerSecond * shareOfCapacity));
  slowestMs = 0;
  const beganMs = performance.now();
  const asking = (async () => {
    for (; !isOver; await delay(tickMs)) {
      const due = Math.floor(((performance.now() - beganMs) / 1_000) * rate);
      while (asked.length < due) asked.push(ask());
    }
  })();
  for (const [name, program] of stage.installation.programs) {
    restarted = name;
    await program.end("SIGTERM");
    program.start();
    await program.ready(readyWithinMs);
  }
  isOver = true;
  await asking;
  const perSecond = asked.length / ((performance.now() - beganMs) / 1_000);
  await Promise.all(asked);
  return { requests: sent, perSecond, capacityPerSecond, slowestMs, findings };
}

/** Requests per second without a restart. */
async function capacityOf(ask: () => Promise<void>): Promise<number> {
  return (await closedLoop(askers, measuredMs, ask)).perSecond;
}

function requestOf(n: number): [path: string, data: object] {
  if (n % 2 === 0) return ["/v2/organizations/documents/get", { organizationId, pageSize: 10 }];
  return ["/v2/organizations/documents/add", { organizationId, documents: [{ documentId: `rolling-${n}`, documentName: "Rolling" }] }];
}

async function problemOf(customer: Customer, path: string, data: object, idempotencyKey: string): Promise<string | undefined> {
  try {
    const { status, text } = await customer.post(path, data, answerWithinMs, { "idempotency-key": idempotencyKey });
    return status === 200 ? undefined : `answered ${status} ${text.slice(0, 200)}`;
  } catch (error) {
    return `was not answered: ${String(error)}`;
  }
}
