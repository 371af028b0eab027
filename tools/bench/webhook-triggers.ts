import { resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Client } from "@connectrpc/connect";
import { CollaborationService } from "@parley/contracts/activity";
import { OrganizationDirectoryService } from "@parley/contracts/organization-directory";
import { WorkspaceService } from "@parley/contracts/workspace";
import { createRpcClient } from "@parley/rpc";
import { startInstallation } from "../installation/installation.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { activityApps } from "./activity-system.ts";
import { closedLoop, cpuUsOf, median } from "./figures.ts";

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
 * The cost of webhooks for a write: adding a comment with webhooks off and on, to short and to longer threads. `against` is the bundle of
 * another build of the activity service (`…/apps/activity/dist/main.js`), which takes its turns with webhooks off.
 */
export async function benchWebhookTriggers(against?: string): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const postgres = stack.use(await scratchPostgres({ durable: true }));
  const own = stack.use(await startSystem(await postgres.createDatabase("own")));
  const ways = [
    await own.way("webhooks off", { on: false, comments: 1 }),
    await own.way("webhooks on, threads of 1 comment and more", { on: true, comments: 1 }),
    await own.way("webhooks on, threads of 50 comments and more", { on: true, comments: 50 }),
  ];
  if (against !== undefined) {
    const other = stack.use(await startSystem(await postgres.createDatabase("other"), resolve(against)));
    ways.unshift(await other.way("the other build", { on: false, comments: 1 }));
  }
  await compare(ways);
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
  const cpuBeforeUs = cpuUsOf(pid);
  const round = await closedLoop(inFlight, roundMs, () => call(calls++));
  return { perSecond: round.perSecond, cpuUs: (cpuUsOf(pid) - cpuBeforeUs) / round.calls };
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

interface System extends AsyncDisposable {
  way(name: string, options: { readonly on: boolean; readonly comments: number }): Promise<Way>;
}

/** Starts with the given bundle of the activity service, or with that of this tree. */
async function startSystem(databaseUrl: string, activityBundle?: string): Promise<System> {
  const scriptOf = (name: string) => (name === "activity" ? activityBundle : undefined);
  const installation = await startInstallation({ shape: activityApps, databaseUrl, scriptOf });
  const workspace = createRpcClient(WorkspaceService, installation.transport("workspace"));
  const directory = createRpcClient(OrganizationDirectoryService, installation.transport("organization-directory"));
  const client = createRpcClient(CollaborationService, installation.transport("activity"), { defaultTimeoutMs: 60_000 });
  return {
    async way(name, { on, comments }) {
      const apiKeyId = await createKey(workspace, on);
      await directory.addOrganizations({ apiKeyId, organizations: [place] });
      await directory.addDocuments({ apiKeyId, organizationId: place.organizationId, documents: [place] });
      await createThreads(client, apiKeyId, comments);
      const call = (n: number) =>
        client.addComments({ ...place, apiKeyId, actingUser, annotationId: `a${n % threads}`, comments: [{ text }] });
      return { name, pid: installation.programs.get("activity")?.pid ?? 0, call };
    },
    [Symbol.asyncDispose]: installation.stop,
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
