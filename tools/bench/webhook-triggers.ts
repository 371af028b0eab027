import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Client } from "@connectrpc/connect";
import { CollaborationService } from "@parley/contracts/activity";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { WorkspaceService } from "@parley/contracts/workspace";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { createRpcClient } from "@parley/rpc";
import { bundle } from "../build/bundle.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { activityApps } from "./activity-system.ts";
import { cpuUsOf, median } from "./figures.ts";
import { startServices, type Transport } from "./start-services.ts";

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
  await Promise.all(activityApps.map(bundle));
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

interface System {
  way(name: string, options: { readonly on: boolean; readonly comments: number }): Promise<Way>;
  stop(): Promise<void>;
}

async function startSystem(activityBundle: string, databaseUrl: string): Promise<System> {
  const { children, transports, stop } = await startServices(activityApps, { databaseUrl, bundles: { activity: activityBundle } });
  const { workspace, "organization-directory": directory, activity } = transports as Record<string, Transport>;
  if (workspace === undefined || directory === undefined || activity === undefined) throw new Error("A service has no transport.");
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
      return { name, pid: children.activity?.pid ?? 0, call };
    },
    stop,
  };
}

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
