import { existsSync, readFileSync } from "node:fs";
import type { Profiler } from "node:inspector";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startInstallation } from "../installation/installation.ts";
import { scratchFolder } from "../installation/scratch-postgres.ts";
import type { Workspace } from "../installation/workspace.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { CountingServer } from "./counting-server.ts";
import type { ReceiverReport } from "./webhook-receiver.ts";

// The files that a request executes in an all-in-one with warm caches: those with a function that runs at least once for each request,
// beyond what runs in the same time without requests. Generated code and packages are left out.
const requests = 100;
const warmRequests = 30;
// A change of the webhook configuration is known after this time.
const knownMs = 3_000;
const place = { organizationId: "acme", documentId: "plan" };
const from = { userId: "u0" };

type Step = (n: number) => Promise<unknown>;
type Receiver = CountingServer<ReceiverReport>;

const walks: Readonly<Record<string, (customer: Workspace["customer"], receiver: Receiver) => Promise<Step>>> = {
  async "users/get"(customer) {
    const users = Array.from({ length: 20 }, (_, n) => ({ userId: `u${n}`, name: `User ${n}`, email: `u${n}@acme.example` }));
    await customer.arrange("/v2/users/add", { organizationId: place.organizationId, users });
    return () => customer.ask("/v2/users/get", { organizationId: place.organizationId });
  },
  async "a comment, up to its webhook's receipt"(customer, receiver) {
    const webhookServiceConfig = { rawNotificationUrl: `http://127.0.0.1:${receiver.port}/hook` };
    await customer.ask("/v2/workspace/webhookconfig/update", { useWebhookService: true, webhookServiceConfig });
    await delay(knownMs);
    const commentAnnotations = [{ annotationId: "a", commentData: [{ commentId: "first", from, commentText: "Text" }] }];
    await customer.arrange("/v2/commentannotations/add", { ...place, commentAnnotations });
    await receiver.until(1);
    return async (n) => {
      await receiver.report();
      const commentData = [{ commentId: `c${n}`, from, commentText: "Text" }];
      await customer.arrange("/v2/commentannotations/comments/add", { ...place, annotationId: "a", commentData });
      await receiver.until(1);
    };
  },
};

export async function benchWalks(asked: readonly string[] = []): Promise<void> {
  await using receiver: Receiver = await CountingServer.start("webhook-receiver.ts");
  for (const [name, prepare] of Object.entries(walks)) {
    if (!asked.every((word) => name.includes(word))) continue;
    const files = await walked(receiver, prepare);
    console.log(`\n${name}: ${sizeOf(files)}; below the gateway ${sizeOf(files.filter((file) => !file.startsWith("apps/gateway/")))}`);
    for (const file of files) console.log(`  ${String(linesOf(file)).padStart(4)}  ${file}`);
  }
}

async function walked(receiver: Receiver, prepare: (typeof walks)[string]): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const coverage = join(await scratchFolder(stack), "coverage");
  const environment = {
    BENCH_COVERAGE: coverage,
    NODE_OPTIONS: `--import ${join(workspaceRoot, "tools/bench/covered.ts")}`,
    PARLEY_WEBHOOK_ALLOW_HTTP: "true",
    PARLEY_EGRESS_ALLOW: "127.0.0.0/8",
  };
  const { gateway, workspace } = stack.use(await startInstallation({ shape: "all-in-one", environment }));
  const { customer } = await workspace();
  const { organizationId, documentId } = place;
  await customer.arrange("/v2/organizations/add", { organizations: [{ organizationId, organizationName: "Acme" }] });
  await customer.arrange("/v2/organizations/documents/add", { organizationId, documents: [{ documentId, documentName: "Plan" }] });
  const step = await prepare(customer, receiver);
  for (let n = 0; n < warmRequests; n++) await step(n);

  const counted = async (nth: number) => {
    gateway.signal("SIGUSR2");
    while (!existsSync(`${coverage}.${nth}`)) await delay(5);
    return countsOf(JSON.parse(readFileSync(`${coverage}.${nth}`, "utf8")));
  };
  await counted(0);
  const startedMs = performance.now();
  for (let n = 0; n < requests; n++) await step(warmRequests + n);
  const tookMs = performance.now() - startedMs;
  const withRequests = await counted(1);
  await delay(tookMs);
  const without = await counted(2);
  return filesOf([...withRequests.keys()].filter((key) => (withRequests.get(key) ?? 0) - (without.get(key) ?? 0) >= requests));
}

/** How often each function ran, by the script and the position in it; the code of a module itself is left out. */
function countsOf(scripts: readonly Profiler.ScriptCoverage[]): Map<string, number> {
  const functions = scripts.flatMap(({ url, functions }) => functions.map(({ ranges: [range] }) => ({ url, range })));
  return new Map(functions.flatMap(({ url, range }) => (range?.startOffset ? [[`${url} ${range.startOffset}`, range.count]] : [])));
}

/** The source files of functions. */
function filesOf(functions: readonly string[]): string[] {
  const files = new Set<string>();
  for (const [url = "", all] of Map.groupBy(functions, (key) => key.split(" ")[0])) {
    const script = fileURLToPath(url);
    const map = new SourceMap(JSON.parse(readFileSync(`${script}.map`, "utf8")));
    const text = readFileSync(script, "utf8");
    for (const key of all) {
      const lines = text.slice(0, Number(key.split(" ")[1])).split("\n");
      const entry = map.findEntry(lines.length - 1, lines.at(-1)?.length ?? 0);
      if (!("originalSource" in entry)) continue;
      const [, file] = /\/((?:apps|libs)\/(?!.*\/(?:gen|node_modules)\/).*)$/.exec(new URL(entry.originalSource, url).pathname) ?? [];
      if (file !== undefined) files.add(file);
    }
  }
  return [...files].sort();
}

function linesOf(file: string): number {
  return readFileSync(join(workspaceRoot, file), "utf8").split("\n").length - 1;
}

function sizeOf(files: readonly string[]): string {
  return `${files.length} files, ${files.reduce((sum, file) => sum + linesOf(file), 0).toLocaleString("en")} lines`;
}
