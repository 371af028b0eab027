import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { bundle } from "../build/bundle.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { startChild } from "./child.ts";
import { shapes } from "./http.ts";
import { measure, type Shape } from "./load.ts";
import { allInOne, createDemo, post, type Started, separate } from "./parley-targets.ts";
import { byRoom } from "./rooms.ts";
import { warm } from "./warm.ts";

// What a request costs, room by room: from CPU profiles of all-in-one and of separate processes under load, once their code is compiled.
// `node tools/bench/profile.ts documents separate` profiles that one alone.
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

const separately = (url: string, _folder: string, environment: Readonly<Record<string, string>>) => separate(url, environment);
const profiled = [
  ...[...shapes, askAi].map((shape) => ({ shape, start: allInOne, name: `${shape.name}, all-in-one` })),
  ...shapes.slice(0, 1).map((shape) => ({ shape, start: separately, name: `${shape.name}, separate` })),
];

export async function benchProfile(asked: readonly string[] = []): Promise<void> {
  await Promise.all(["all-in-one", "gateway", "workspace", "organization-directory"].map(bundle));
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-profile-"));
  // Root runs the server as another user, who has to be let in.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const provider = await startChild(join(workspaceRoot, "tools/bench/openai-server.ts"), {});
  try {
    for (const [index, { shape, start, name }] of profiled.entries()) {
      if (!asked.every((word) => name.includes(word))) continue;
      const own = join(folder, String(index));
      const environment = {
        BENCH_PROFILE: `${own}.cpuprofile`,
        PARLEY_OPENAI_BASE_URL: `${provider.ready.url}/v1`,
        NODE_OPTIONS: `--import ${join(workspaceRoot, "tools/bench/profiled.ts")}`,
      };
      const started = await start(await postgres.createDatabase(`profile${index}`), own, environment);
      await profile(started, shape, environment.BENCH_PROFILE).finally(started.stop);
    }
  } finally {
    await provider.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function profile(started: Started, shape: Shape, file: string): Promise<void> {
  const { apiKey, authToken, owner } = await createDemo(started);
  if (shape === askAi)
    await post(started.url, "/v2/workspace/aimodelsconfig/update", owner, { aiModelsConfig: { openai: "sk-bench-0123456789" } });
  const headers = { "content-type": "application/json", "x-svc-api-key": apiKey, "x-svc-auth-token": authToken };
  const { name, url, processes } = started;
  const target = { name, url, processes, headers };
  const { tookMs } = await warm(target, shape, { roundMs, maxRounds: warmRounds });
  const signal = () => Object.values(processes).map((pid) => process.kill(pid, "SIGUSR2"));
  signal();
  const { requestsPerSecond, cpuUs } = await measure(target, shape, connections, profiledMs);
  signal();
  const files = Object.entries(processes).map(([process, pid]) => [process, `${file}.${pid}`] as const);
  while (!files.every(([, each]) => existsSync(each))) await delay(50);
  // Written in one go, which takes a moment.
  await delay(1_000);
  console.log(`\n${shape.name}, ${name}: ${Math.round(requestsPerSecond)}/s, warm after ${Math.round(tookMs / 1_000)} s`);
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

if (import.meta.main) await benchProfile(process.argv.slice(2));
