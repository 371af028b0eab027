import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Client } from "@connectrpc/connect";
import { CollaborationService } from "@parley/contracts/activity";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { WorkspaceService } from "@parley/contracts/workspace";
import { startEmbeddedPostgres } from "@parley/database/embedded";
import { createRpcClient, createRpcTransport } from "@parley/runtime";
import { bundle } from "../build/bundle.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { type Child, startChild } from "./child.ts";
import { freePort } from "./free-port.ts";

const apps = ["workspace", "organization-directory", "activity"];
const serviceToken = "service-token-of-the-benchmark";
const rounds = 7;
const roundMs = 1_500;
const inFlight = 32;
const threads = 2_000;
const place = { organizationId: "bench", documentId: "bench" };
const actingUser = { userId: "u1", name: "User One" };
const text = "A comment of about the length that comments have. ".repeat(3);

interface Way {
  readonly name: string;
  /** The process of the activity service. */
  readonly pid: number;
  call(n: number): Promise<unknown>;
}

/**
 * What it costs a write to tell webhooks of it: adding a comment with webhooks off and on, to short threads and to longer ones. `against` is the
 * bundle of another build of the activity service (`…/apps/activity/dist/main.js`), which takes its turns with webhooks off.
 */
export async function benchWebhookTriggers(against?: string): Promise<void> {
  await Promise.all(apps.map(bundle));
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-triggers-"));
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const stops: (() => Promise<void>)[] = [];
  try {
    const own = await startSystem(join(workspaceRoot, "apps/activity/dist/main.js"), await postgres.createDatabase("own"));
    stops.push(own.stop);
    const ways = [
      await own.way("webhooks off", { on: false, comments: 1 }),
      await own.way("webhooks on, threads of 1 comment and more", { on: true, comments: 1 }),
      await own.way("webhooks on, threads of 50 comments and more", { on: true, comments: 50 }),
    ];
    if (against !== undefined) {
      const other = await startSystem(resolve(against), await postgres.createDatabase("other"));
      stops.push(other.stop);
      ways.unshift(await other.way("the other build", { on: false, comments: 1 }));
    }
    await compare(ways);
  } finally {
    for (const stop of stops) await stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Result {
  readonly perSecond: number;
  readonly cpuUs: number;
  readonly oneMs: number;
}

async function compare(ways: readonly Way[]): Promise<void> {
  const results = new Map<string, Result[]>(ways.map(({ name }) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    for (const way of ways) {
      const result = { ...(await throughput(way)), oneMs: await latency(way) };
      if (round >= 0) results.get(way.name)?.push(result);
    }
  }
  console.log(
    `\n| add a comment (for a user) | calls/s, ${inFlight} in flight | of the first | CPU µs of the service a call | p50 in ms, one at a time |`,
  );
  console.log("|---|---|---|---|---|");
  const of = (all: readonly Result[], key: keyof Result) => median(all.map((result) => result[key]));
  const base = of([...results.values()][0] ?? [], "perSecond");
  for (const [name, all] of results) {
    const rate = of(all, "perSecond");
    const columns = [
      Math.round(rate).toLocaleString("en"),
      (rate / base).toFixed(2),
      Math.round(of(all, "cpuUs")),
      of(all, "oneMs").toFixed(2),
    ];
    console.log(`| ${[name, ...columns].join(" | ")} |`);
  }
}

let calls = 0;

async function throughput({ call, pid }: Way): Promise<{ perSecond: number; cpuUs: number }> {
  const startedMs = performance.now();
  const cpuBeforeUs = cpuUsOf(pid);
  let done = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      for (; performance.now() < startedMs + roundMs; done++) await call(calls++);
    }),
  );
  return { perSecond: done / ((performance.now() - startedMs) / 1_000), cpuUs: (cpuUsOf(pid) - cpuBeforeUs) / done };
}

async function latency({ call }: Way): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < 100; n++) {
    const startedMs = performance.now();
    await call(calls++);
    took.push(performance.now() - startedMs);
  }
  return median(took);
}

// Ticks of a hundredth of a second.
function cpuUsOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

interface System {
  way(name: string, options: { readonly on: boolean; readonly comments: number }): Promise<Way>;
  stop(): Promise<void>;
}

async function startSystem(activityBundle: string, databaseUrl: string): Promise<System> {
  const ports = await Promise.all(apps.map(() => freePort()));
  const places = apps.flatMap((app, index) => {
    const variable = `PARLEY_${app.toUpperCase().replaceAll("-", "_")}`;
    return [
      [`${variable}_PORT`, String(ports[index])],
      [`${variable}_URL`, `http://127.0.0.1:${ports[index]}`],
    ];
  });
  const environment = {
    PARLEY_HOST: "127.0.0.1",
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_EMBEDDED_BUS: "true",
    PARLEY_SERVICE_TOKENS: serviceToken,
    PARLEY_MASTER_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    PARLEY_LOG_LEVEL: "info",
    PARLEY_LOG_PRETTY: "false",
    PARLEY_OPS_PORT: "0",
    ...Object.fromEntries(places),
  };
  const started: Child[] = [];
  for (const app of apps) {
    const file = app === "activity" ? activityBundle : join(workspaceRoot, `apps/${app}/dist/main.js`);
    started.push(await startChild(file, environment));
  }
  const transports = ports.map((port) => createRpcTransport({ baseUrl: `http://127.0.0.1:${port}`, tokens: [serviceToken] }));
  const [workspace, directory, activity] = transports as [Transport, Transport, Transport];
  return {
    async way(name, { on, comments }) {
      const apiKeyId = await createKey(createRpcClient(WorkspaceService, workspace), on);
      const directoryClient = createRpcClient(OrganizationDirectoryService, directory);
      await directoryClient.addOrganizations({ apiKeyId, organizations: [place] });
      await directoryClient.addDocuments({ apiKeyId, organizationId: place.organizationId, documents: [place] });
      const client = createRpcClient(CollaborationService, activity, { defaultTimeoutMs: 60_000 });
      await createThreads(client, apiKeyId, comments);
      const call = (n: number) =>
        client.addComments({ ...place, apiKeyId, actingUser, annotationId: `a${n % threads}`, comments: [{ text }] });
      return { name, pid: started.at(-1)?.pid ?? 0, call };
    },
    async stop() {
      for (const transport of transports) await transport.close();
      for (const child of started.toReversed()) await child.stop();
    },
  };
}

type Transport = ReturnType<typeof createRpcTransport>;

async function createKey(client: Client<typeof WorkspaceService>, on: boolean): Promise<string> {
  const { apiKey } = await client.createWorkspace({ workspaceName: "Bench", ownerEmail: "bench@example.com" });
  const apiKeyId = apiKey?.apiKeyId ?? "";
  const webhookServiceConfig = { rawNotificationUrl: "https://hooks.example/raw" };
  if (on) await client.updateWebhookConfig({ apiKeyId, useWebhookService: true, webhookServiceConfig });
  return apiKeyId;
}

async function createThreads(client: Client<typeof CollaborationService>, apiKeyId: string, comments: number): Promise<void> {
  const many = Array.from({ length: comments }, () => ({ text }));
  for (let n = 0; n < threads; n += 20) {
    const annotations = Array.from({ length: 20 }, (_, i) => ({ annotation: { annotationId: `a${n + i}` }, comments: many }));
    await client.addCommentAnnotations({ ...place, apiKeyId, actingUser, annotations });
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { against: { type: "string" } } });
  await benchWebhookTriggers(values.against);
}
