import { setTimeout as delay } from "node:timers/promises";
import type { Customer } from "./customer.ts";
import { organizationId } from "./scenario.ts";
import type { Stage } from "./stage.ts";
import type { Finding } from "./verify.ts";

const askers = 6;
const pauseMs = 25;
const answerWithinMs = 15_000;
const readyWithinMs = 120_000;

/** What customers met while every process was restarted. */
interface RollingRestart {
  readonly requests: number;
  readonly findings: readonly Finding[];
}

/** Restarts every process in order, one when the one before it is ready again. Nothing is asked twice: each request must succeed. */
export async function restartInTurn(stage: Stage, customer: Customer): Promise<RollingRestart> {
  const findings: Finding[] = [];
  const stopping = new AbortController();
  let [requests, restarted] = [0, "nothing"];
  const askOn = async (asker: number) => {
    for (let n = 0; !stopping.signal.aborted; n++) {
      const [path, data] = requestOf(asker, n);
      requests++;
      const problem = await problemOf(customer, path, data, `rolling-${asker}-${n}`);
      if (problem !== undefined)
        findings.push({ kind: "refused", scenario: "rolling restart", what: `${path} ${problem}, as ${restarted} was restarted` });
      await delay(pauseMs);
    }
  };
  const asking = Array.from({ length: askers }, (_, asker) => askOn(asker));
  for (const [program, process] of stage.programs) {
    restarted = program;
    await process.end("SIGTERM");
    process.start();
    await process.ready(readyWithinMs);
  }
  stopping.abort();
  await Promise.all(asking);
  return { requests, findings };
}

function requestOf(asker: number, n: number): [path: string, data: object] {
  if (n % 2 === 0) return ["/v2/organizations/documents/get", { organizationId, pageSize: 10 }];
  const documents = [{ documentId: `rolling-${asker}-${n}`, documentName: "Rolling" }];
  return ["/v2/organizations/documents/add", { organizationId, documents }];
}

async function problemOf(customer: Customer, path: string, data: object, idempotencyKey: string): Promise<string | undefined> {
  try {
    const { status, text } = await customer.post(path, data, answerWithinMs, { "idempotency-key": idempotencyKey });
    return status === 200 ? undefined : `answered ${status} ${text.slice(0, 200)}`;
  } catch (error) {
    return `was not answered: ${String(error)}`;
  }
}
