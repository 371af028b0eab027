import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FailedRequest } from "../acceptance/load.ts";
import { gatewayPort } from "./addresses.ts";
import type { Cluster } from "./cluster-under-test.ts";

// The time until pods' output is in their logs.
const untilLoggedMs = 1_500;
// The time around a request in which the pods' warnings are shown.
const aroundMs = 3_000;
const mostLines = 12;

/** Describes a failed request: its connection, the gateway at the other end, and the pods' logs. */
export async function traceFailure(cluster: Cluster, failure: FailedRequest): Promise<string> {
  const { requestId, sentAtMs, tookMs, path, repeatable, status, text, connection } = failure;
  const address = connection?.localPort === undefined ? undefined : gatewayAddress(connection.localPort);
  const bytes = connection?.bytesSince() ?? 0;
  const [gateway] = address === undefined ? [] : await cluster.podsAt(address).catch(() => []);
  await delay(untilLoggedMs);
  const lines = podLines(cluster.podLogs).filter(
    ({ line, atMs }) => line.includes(requestId) || (isWarning(line) && atMs > sentAtMs - aroundMs && atMs < sentAtMs + tookMs + aroundMs),
  );
  return [
    `  FAILED ${new Date(sentAtMs).toISOString()} POST ${path} (${repeatable ? "may be repeated" : "a write without an idempotency key"}) after ${Math.round(tookMs)} ms`,
    `    answer: ${status} ${text.slice(0, 300)}; request id ${requestId}`,
    connection === undefined
      ? "    it was never sent"
      : `    connection: port ${connection.localPort}, ${connection.ageMs} ms old, ${connection.requestsBefore} requests before, ${bytes} bytes read since`,
    `    gateway: ${gateway ?? "a removed pod"} at ${address ?? "an unknown address"}`,
    ...lines.slice(0, mostLines).map(({ pod, line }) => `    ${pod}: ${line.slice(0, 400)}`),
  ].join("\n");
}

/** The target of the gateways' port, from the kernel's table of connections. */
function gatewayAddress(localPort: number): string | undefined {
  const line = readFileSync("/proc/net/nf_conntrack", "utf8")
    .split("\n")
    .find((each) => each.includes(` sport=${localPort} dport=${gatewayPort} `));
  return line?.match(/ src=(\S+)/g)?.[1]?.slice(" src=".length);
}

/** The logs of the pods of all nodes: a folder for each pod, with one for each container. */
function podLines(folders: readonly string[]): { pod: string; line: string; atMs: number }[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith(".log")),
  );
  return files.flatMap(({ parentPath, name }) =>
    textOf(join(parentPath, name))
      .split("\n")
      // containerd writes the time, the stream and a flag before each line.
      .map((line) => ({
        pod: parentPath.match(/default_([^_]+)_/)?.[1] ?? parentPath,
        line,
        atMs: Date.parse(line.slice(0, line.indexOf(" "))),
      })),
  );
}

// The node deletes the logs of a removed pod.
function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function isWarning(line: string): boolean {
  return /"level":"(?:warn|error|fatal)"/.test(line);
}
