import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { type Installation, type InstallationOptions, startInstallation } from "../installation/installation.ts";
import { Program } from "../installation/program.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { createDemo, servingApps, targetOf } from "./demo.ts";
import { shapes } from "./http.ts";
import { measure, type Shape } from "./load.ts";
import { byRoom } from "./rooms.ts";
import { warm } from "./warm.ts";

// The cost of a request by room of the code: from CPU profiles of all-in-one and of separate processes under load, once their code is
// compiled. `npm run bench -- profile:documents:separate` profiles only that one.
const connections = 32;
const warmRounds = 12;
const roundMs = 3_000;
const profiledMs = 8_000;
const leastUs = 1;
const functionsTold = 4;
const askAi: Shape = {
  name: "Ask AI",
  path: "/v2/rewriter/ask-ai",
  body: () =>
    JSON.stringify({
      data: { model: "gpt-4o", prompt: "Rewrite the text in a formal tone.", text: "hey, send me the report ".repeat(15) },
    }),
};

interface Profiled {
  readonly name: string;
  readonly shape: Shape;
  readonly processes: InstallationOptions["shape"];
}

const profiled: readonly Profiled[] = [
  ...[...shapes, askAi].map((shape) => ({ shape, processes: "all-in-one" as const, name: `${shape.name}, all-in-one` })),
  ...shapes.slice(0, 1).map((shape) => ({ shape, processes: servingApps, name: `${shape.name}, separate` })),
];

export async function benchProfile(asked: readonly string[] = []): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { folder, createDatabase } = stack.use(await scratchPostgres({ durable: true }));
  const provider = await Program.start({
    name: "openai-server",
    script: join(workspaceRoot, "tools/bench/openai-server.ts"),
    environment: {},
    output: join(folder, "openai-server.log"),
  });
  stack.defer(() => provider.end("SIGTERM"));
  for (const [index, { shape, processes, name }] of profiled.entries()) {
    if (!asked.every((word) => name.includes(word))) continue;
    const file = join(folder, `${index}.cpuprofile`);
    const environment = {
      BENCH_PROFILE: file,
      PARLEY_OPENAI_BASE_URL: `${provider.url}/v1`,
      NODE_OPTIONS: `--import ${join(workspaceRoot, "tools/bench/profiled.ts")}`,
    };
    const databaseUrl = await createDatabase(`profile${index}`);
    await using installation = await startInstallation({ shape: processes, databaseUrl, environment });
    await profile(name, installation, shape, file);
  }
}

async function profile(name: string, installation: Installation, shape: Shape, file: string): Promise<void> {
  const demo = await createDemo(installation);
  if (shape === askAi) await demo.owner.ask("/v2/workspace/aimodelsconfig/update", { aiModelsConfig: { openai: "sk-bench-0123456789" } });
  const target = targetOf(name, installation, demo);
  const { tookMs } = await warm(target, shape, { roundMs, maxRounds: warmRounds });
  const signal = () => {
    for (const program of installation.programs.values()) program.signal("SIGUSR2");
  };
  signal();
  const { requestsPerSecond, cpuUs } = await measure(target, shape, connections, profiledMs);
  signal();
  const files = Object.entries(target.processes).map(([process, pid]) => [process, `${file}.${pid}`] as const);
  while (!files.every(([, each]) => existsSync(each))) await delay(50);
  // The profile is written in one go, which takes a moment.
  await delay(1_000);
  console.log(`\n${name}: ${Math.round(requestsPerSecond)}/s, warm after ${Math.round(tookMs / 1_000)} s`);
  for (const [process, each] of files) {
    console.log(` ${process}: ${Math.round(cpuUs[process] ?? 0)} µs of CPU a request`);
    print(byRoom(each), (requestsPerSecond * profiledMs) / 1_000);
  }
}

function print(rooms: ReturnType<typeof byRoom>, requests: number): void {
  const sorted = [...rooms].sort(([, a], [, b]) => b.us - a.us);
  for (const [name, { us, functions }] of sorted) {
    if (us / requests < leastUs) continue;
    const most = [...functions].sort(([, a], [, b]) => b - a).slice(0, functionsTold);
    const told = most.map(([of, its]) => `${of || "anonymous"} ${(its / requests).toFixed(1)}`).join(", ");
    console.log(`  ${(us / requests).toFixed(1).padStart(6)} µs  ${name.padEnd(44)} ${told}`);
  }
}
