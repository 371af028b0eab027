import { setTimeout as delay } from "node:timers/promises";
import type { FailedRequest } from "../acceptance/load.ts";
import type { Cluster } from "./cluster-under-test.ts";

// The time until pods' output is in their logs.
const untilLoggedMs = 1_500;
// The time around a request in which the pods' warnings are shown.
const aroundMs = 3_000;
const mostLines = 12;

/** Describes a failed request, with the pods' logs about it. */
export async function traceFailure(cluster: Cluster, failure: FailedRequest): Promise<string> {
  const { requestId, sentAtMs, tookMs, path, repeatable, status, text } = failure;
  await delay(untilLoggedMs);
  const lines = (await podLines(cluster)).filter(
    ({ line, atMs }) => line.includes(requestId) || (isWarning(line) && atMs > sentAtMs - aroundMs && atMs < sentAtMs + tookMs + aroundMs),
  );
  return [
    `  FAILED ${new Date(sentAtMs).toISOString()} POST ${path} (${repeatable ? "may be repeated" : "a write without an idempotency key"}) after ${Math.round(tookMs)} ms`,
    `    answer: ${status} ${text.slice(0, 300)}; request id ${requestId}`,
    ...lines.slice(0, mostLines).map(({ pod, line }) => `    ${pod}: ${line.slice(0, 400)}`),
  ].join("\n");
}

/** What the running pods logged in the last half minute. */
async function podLines(cluster: Cluster): Promise<{ pod: string; line: string; atMs: number }[]> {
  const logs = (await cluster.pods()).map(async ({ name }) => {
    // A pod may be removed meanwhile.
    const text = await cluster.kubectl("logs", name, "--timestamps", "--since=30s").catch(() => "");
    return text.split("\n").map((line) => ({ pod: name, line, atMs: Date.parse(line.slice(0, line.indexOf(" "))) }));
  });
  return (await Promise.all(logs)).flat();
}

function isWarning(line: string): boolean {
  return /"level":"(?:warn|error|fatal)"/.test(line);
}
