import { request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

// The values of the chart: two failed readiness probes in a row take a pod out of service.
const everyMs = 2_000;
const timeoutMs = 2_000;

/** Probes a process for readiness like Kubernetes, each time on a new connection, and returns the results in order. */
export async function askReady(opsUrl: string, durationMs: number): Promise<boolean[]> {
  const answers: boolean[] = [];
  const beganMs = performance.now();
  for (let n = 0; n * everyMs < durationMs; n++) {
    await delay(Math.max(0, beganMs + n * everyMs - performance.now()));
    answers.push(await isReady(opsUrl));
  }
  return answers;
}

function isReady(opsUrl: string): Promise<boolean> {
  return new Promise((resolve) => {
    request(`${opsUrl}/readyz`, { agent: false, signal: AbortSignal.timeout(timeoutMs) }, (answer) => {
      answer.resume().once("error", () => resolve(false));
      answer.once("end", () => resolve(answer.statusCode === 200));
    })
      .once("error", () => resolve(false))
      .end();
  });
}
