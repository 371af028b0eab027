import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { FailedRequest } from "../acceptance/load.ts";
import { gatewayPort } from "./addresses.ts";
import type { Cluster } from "./cluster-under-test.ts";

// For what pods have said to reach their logs.
const untilLoggedMs = 1_500;
// Of what the pods warned of around the request.
const aroundMs = 3_000;
const mostLines = 12;

/** Everything that can be known of a request that failed: the connection that it went out on, the gateway at its end, what the pods logged. */
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
    `  FAILED ${new Date(sentAtMs).toISOString()} POST ${path} (${repeatable ? "may be repeated" : "a write without a key"}) after ${Math.round(tookMs)} ms`,
    `    answer: ${status} ${text.slice(0, 300)}; request id ${requestId}`,
    connection === undefined
      ? "    it was never sent"
      : `    connection: port ${connection.localPort}, ${connection.ageMs} ms old, ${connection.requestsBefore} requests before, ${bytes} bytes read since`,
    `    gateway: ${gateway ?? "a pod that has gone"} at ${address ?? "an address that nobody knows any more"}`,
    ...lines.slice(0, mostLines).map(({ pod, line }) => `    ${pod}: ${line.slice(0, 400)}`),
  ].join("\n");
}

/** Where the kernel's table of connections says that the gateways' port led. */
function gatewayAddress(localPort: number): string | undefined {
  const line = readFileSync("/proc/net/nf_conntrack", "utf8")
    .split("\n")
    .find((each) => each.includes(` sport=${localPort} dport=${gatewayPort} `));
  return line?.match(/ src=(\S+)/g)?.[1]?.slice(" src=".length);
}

/** What the pods of all nodes have said: a folder for each pod, in it one for each container. */
function podLines(folders: readonly string[]): { pod: string; line: string; atMs: number }[] {
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith(".log")),
  );
  return files.flatMap(({ parentPath, name }) =>
    textOf(join(parentPath, name))
      .split("\n")
      // containerd writes the time, the stream and a flag in front.
      .map((line) => ({
        pod: parentPath.match(/default_([^_]+)_/)?.[1] ?? parentPath,
        line,
        atMs: Date.parse(line.slice(0, line.indexOf(" "))),
      })),
  );
}

// The node removes those of a pod that has gone.
function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, "utf8") : "";
}

function isWarning(line: string): boolean {
  return /"level":"(?:warn|error|fatal)"/.test(line);
}
