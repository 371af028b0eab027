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
import { allInOne, createDemo, post } from "./parley-targets.ts";
import { byRoom } from "./rooms.ts";
import { warm } from "./warm.ts";

// What a request costs, room by room: from a CPU profile of the all-in-one process under load, once its code is compiled.
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

export async function benchProfile(asked: readonly string[] = []): Promise<void> {
  await bundle("all-in-one");
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-profile-"));
  // Root runs the server as another user, who has to be let in.
  await chmod(folder, 0o755);
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const provider = await startChild(join(workspaceRoot, "tools/bench/openai-server.ts"), {});
  try {
    for (const [index, shape] of [...shapes, askAi].entries()) {
      if (asked.length > 0 && !asked.some((word) => shape.name.includes(word))) continue;
      const databaseUrl = await postgres.createDatabase(`profile${index}`);
      await profile(shape, join(folder, String(index)), { databaseUrl, providerUrl: `${provider.ready.url}/v1` });
    }
  } finally {
    await provider.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Used {
  readonly databaseUrl: string;
  readonly providerUrl: string;
}

async function profile(shape: Shape, folder: string, { databaseUrl, providerUrl }: Used): Promise<void> {
  const file = `${folder}.cpuprofile`;
  const started = await allInOne(databaseUrl, folder, {
    BENCH_PROFILE: file,
    PARLEY_OPENAI_BASE_URL: providerUrl,
    NODE_OPTIONS: `--import ${join(workspaceRoot, "tools/bench/profiled.ts")}`,
  });
  try {
    const { apiKey, authToken, owner } = await createDemo(started);
    await post(started.url, "/v2/workspace/aimodelsconfig/update", owner, { aiModelsConfig: { openai: "sk-bench-0123456789" } });
    const headers = { "content-type": "application/json", "x-svc-api-key": apiKey, "x-svc-auth-token": authToken };
    const target = { name: started.name, url: started.url, processes: started.processes, headers };
    const { tookMs } = await warm(target, shape, { roundMs, maxRounds: warmRounds });
    const pid = started.processes["all-in-one"] ?? 0;
    process.kill(pid, "SIGUSR2");
    const { requestsPerSecond, cpuUs } = await measure(target, shape, connections, profiledMs);
    process.kill(pid, "SIGUSR2");
    while (!existsSync(file)) await delay(50);
    // Written in one go, which takes a moment.
    await delay(1_000);
    console.log(
      `\n${shape.name}: ${Math.round(requestsPerSecond)}/s, ${Math.round(cpuUs["all-in-one"] ?? 0)} µs of CPU a request, warm after ${Math.round(tookMs / 1_000)} s`,
    );
    print(byRoom(file), (requestsPerSecond * profiledMs) / 1_000);
  } finally {
    await started.stop();
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
