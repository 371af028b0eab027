import { join } from "node:path";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { Program } from "../installation/program.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { targetOf } from "./demo.ts";
import { spreadOf, told } from "./figures.ts";
import { type Measurement, measure, middle, type Shape, type Target } from "./load.ts";
import { type Portkey, startPortkey } from "./portkey.ts";
import { warm } from "./warm.ts";

// Ask AI through all-in-one and through Portkey's gateway, compared with direct calls of the provider; then the memory of all-in-one over
// many calls. PARLEY_BENCH_PORTKEY=no leaves out Portkey's gateway, which is installed into a temporary folder for the run.
const withPortkey = process.env.PARLEY_BENCH_PORTKEY !== "no";
const calls = Number(process.env.PARLEY_BENCH_CALLS ?? 100_000);
const memorySteps = 5;
// Without a limit, V8 on a large machine collects garbage so rarely that a leak cannot be seen.
const maxHeapMb = 160;
const rounds = 7;
const roundMs = 1_000;
const warming = { roundMs: 2_000, maxRounds: 6 };
const delays = [0, 20];

const directName = "provider directly";
const parleyName = "Parley";
const portkeyName = "Portkey";
const question = { model: "gpt-4o", prompt: "Rewrite the text in a formal tone.", text: "hey, can u send me the report asap? ".repeat(10) };
const messages = [
  { role: "system", content: question.prompt },
  { role: "user", content: question.text },
];

interface Compared {
  readonly target: Target;
  readonly shape: Shape;
}

export async function benchRewriter(): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { folder, createDatabase } = stack.use(await scratchPostgres({ durable: true }));
  const provider = await Program.start({
    name: "openai-server",
    script: join(workspaceRoot, "tools/bench/openai-server.ts"),
    environment: {},
    output: join(folder, "openai-server.log"),
  });
  stack.defer(() => provider.end("SIGTERM"));
  const portkey = withPortkey ? await startPortkey() : undefined;
  stack.defer(async () => portkey?.stop());
  const start = async (database: string, more: Readonly<Record<string, string>> = {}) =>
    startInstallation({
      shape: "all-in-one",
      databaseUrl: await createDatabase(database),
      environment: { PARLEY_OPENAI_BASE_URL: `${provider.url}/v1`, ...more },
    });
  {
    await using parley = await start("parley");
    const compared = await targetsOf(provider, parley, portkey);
    for (const { target, shape } of compared) {
      const { tookMs, cpuUs } = await warm(target, shape, warming);
      console.log(`${target.name.padEnd(18)} warm after ${tookMs / 1_000} s, ${Math.round(cpuUs)} CPU µs a call`);
    }
    for (const delayMs of delays) {
      await fetch(`${provider.url}/delay/${delayMs}`, { method: "POST" });
      await compare(delayMs, compared);
    }
    await fetch(`${provider.url}/delay/0`, { method: "POST" });
  }
  await using bounded = await start("memory", { NODE_OPTIONS: `--max-old-space-size=${maxHeapMb}` });
  await watchMemory(bounded);
}

async function targetsOf(
  provider: Program,
  parley: Installation,
  portkey: Portkey | undefined,
): Promise<[Compared, Compared, ...Compared[]]> {
  const chat = (path: string): Shape => ({ name: "chat", path, body: () => JSON.stringify({ model: question.model, messages }) });
  const headers = { "content-type": "application/json", authorization: "Bearer sk-bench-0123456789" };
  const direct = { name: directName, url: provider.url, headers, processes: {} };
  const base = { target: direct, shape: chat("/v1/chat/completions") };
  const ours = await parleyTarget(parley);
  if (portkey === undefined) return [base, ours];
  const customHost = { "x-portkey-provider": "openai", "x-portkey-custom-host": `${provider.url}/v1` };
  const target = { name: portkeyName, url: portkey.url, headers: { ...headers, ...customHost }, processes: { gateway: portkey.pid } };
  return [base, ours, { target, shape: chat("/v1/chat/completions") }];
}

async function parleyTarget(parley: Installation): Promise<Compared> {
  const workspace = await parley.workspace();
  await workspace.owner.ask("/v2/workspace/aimodelsconfig/update", { aiModelsConfig: { openai: "sk-bench-0123456789" } });
  const shape = { name: "ask-ai", path: "/v2/rewriter/ask-ai", body: () => JSON.stringify({ data: question }) };
  return { target: targetOf(parleyName, parley, workspace), shape };
}

// Measured in turns, so that other load on the machine affects all; the median run of each counts.
async function compare(delayMs: number, compared: readonly Compared[]): Promise<void> {
  console.log(`\nThe provider answers after ${delayMs} ms`);
  for (const connections of [1, 32]) {
    const runs = new Map<string, Measurement[]>(compared.map(({ target }) => [target.name, []]));
    for (let round = 0; round < rounds; round++) {
      for (const { target, shape } of compared) runs.get(target.name)?.push(await measure(target, shape, connections, roundMs));
    }
    const direct = runs.get(directName) ?? [];
    for (const [name, of] of runs) console.log(`  ${String(connections).padStart(2)} conn  ${line(name, middle(of), middle(direct))}`);
    const [ours, theirs] = [runs.get(parleyName), runs.get(portkeyName)];
    if (ours !== undefined && theirs !== undefined) console.log(`           ${verdict(ours, theirs, direct)}`);
  }
}

function line(name: string, { requestsPerSecond, p50Ms, p99Ms, cpuUs }: Measurement, direct: Measurement): string {
  const added = (ms: number, directMs: number) => (ms - directMs).toFixed(2).padStart(6);
  const cpu = Object.values(cpuUs).map((us) => `  CPU ${Math.round(us)} µs/call`);
  return `${name.padEnd(18)} ${String(Math.round(requestsPerSecond)).padStart(6)}/s  added p50 ${added(p50Ms, direct.p50Ms)} ms, p99 ${added(p99Ms, direct.p99Ms)} ms${cpu.join("")}`;
}

// Round by round: each is compared within its own round.
function verdict(ours: readonly Measurement[], theirs: readonly Measurement[], direct: readonly Measurement[]): string {
  const ratios = (of: (runs: readonly Measurement[], round: number) => number) =>
    told(spreadOf(ours.map((_, round) => of(ours, round) / of(theirs, round))));
  const added = ratios((runs, round) => (runs[round]?.p50Ms ?? Number.NaN) - (direct[round]?.p50Ms ?? Number.NaN));
  const throughput = ratios((runs, round) => runs[round]?.requestsPerSecond ?? Number.NaN);
  return `Parley to Portkey: added p50 ×${added}, requests/s ×${throughput}`;
}

async function watchMemory(parley: Installation): Promise<void> {
  const { target, shape } = await parleyTarget(parley);
  console.log("\nMemory of all-in-one");
  let made = 0;
  for (let step = 1; step <= memorySteps; step++) {
    while (made < (calls * step) / memorySteps) {
      const { requestsPerSecond } = await measure(target, shape, 32, roundMs);
      made += Math.round((requestsPerSecond * roundMs) / 1_000);
    }
    const metrics = await parley.metrics();
    const mb = (name: string) => Math.round(Number(new RegExp(`^${name} (.*)$`, "m").exec(metrics)?.[1]) / 1024 / 1024);
    console.log(`  ${made} calls: heap in use ${mb("nodejs_heap_size_used_bytes")} MB, resident ${mb("process_resident_memory_bytes")} MB`);
  }
}
