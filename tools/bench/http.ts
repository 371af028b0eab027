import { execFileSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEmbeddedPostgres } from "@parley/embedded-postgres";
import { bundle } from "../build/bundle.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { type Child, startChild } from "./child.ts";
import { type Measurement, measure, middle, type Shape, type Target } from "./load.ts";
import { allInOne, createDemo, type Started, separate } from "./parley-targets.ts";
import { pgbench } from "./pgbench.ts";

// Whole requests through all-in-one and through separate processes, against the least server that could run the same SQL, and pgbench.
const rounds = 3;
const roundMs = 3_000;

export async function benchHttp(): Promise<void> {
  await Promise.all(["all-in-one", "gateway", "workspace", "organization-directory"].map(bundle));
  const folder = join(tmpdir(), "parley-bench-http");
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, "postgres"), port: 0, durable: true });
  const started: Started[] = [];
  let baseline: Child | undefined;
  try {
    const databaseUrl = await postgres.createDatabase("parley");
    started.push(await allInOne(databaseUrl, join(folder, "data")));
    started.push(await separate(databaseUrl));
    const demo = await createDemo(started[0] as Started);
    baseline = await startChild(join(workspaceRoot, "tools/bench/baseline-server.ts"), {
      BASELINE_DATABASE_URL: databaseUrl,
      BASELINE_API_KEY: demo.apiKey,
    });

    const headers = { "content-type": "application/json", "x-svc-api-key": demo.apiKey, "x-svc-auth-token": demo.authToken };
    const targets: Target[] = [
      {
        name: "fastify + pg",
        url: baseline.ready.url,
        headers: { "content-type": "application/json" },
        processes: { server: baseline.pid },
      },
      ...started.map(({ name, url, processes }) => ({ name, url, processes, headers })),
    ];
    for (const shape of shapes) {
      console.log(`\n${shape.name}`);
      await compare(targets, shape, 32);
      await compare(targets, shape, 1);
      console.log(`  pgbench, the statement alone    ${await pgbench(databaseUrl, shape.baselinePath, demo.apiKey)}`);
    }
    reportStart(started);
  } finally {
    await baseline?.stop();
    for (const { stop } of started) await stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface ComparedShape extends Shape {
  readonly baselinePath: string;
}

/** What is measured; the baseline serves the same statement at `baselinePath`. */
export const shapes: readonly ComparedShape[] = [
  {
    name: "get 50 documents",
    path: "/v2/organizations/documents/get",
    baselinePath: "/list",
    body: () => '{"data":{"organizationId":"org0","pageSize":50}}',
  },
  {
    name: "operation 11, update 1 organization",
    path: "/v1/organizations/update",
    baselinePath: "/update",
    body: (n) => `{"data":{"organizations":[{"organizationId":"org${n % 1_000}","organizationName":"Name ${n}"}]}}`,
  },
  {
    name: "operation 8, disable or enable 1 organization",
    path: "/v1/organizations/access/disablestate/update",
    baselinePath: "/disable",
    body: (n) => `{"data":{"organizationIds":["org${n % 1_000}"],"disabled":${Math.floor(n / 1_000) % 2 === 0}}}`,
  },
];

// Alternated, so that what the machine does besides hits all of them; the middle run of each counts.
async function compare(targets: readonly Target[], shape: ComparedShape, connections: number): Promise<void> {
  const runs = new Map<Target, Measurement[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) {
      const path = target.name === "fastify + pg" ? shape.baselinePath : shape.path;
      runs.get(target)?.push(await measure(target, { ...shape, path }, connections, roundMs));
    }
  }
  const [base] = [...runs.values()].map(middle);
  for (const [{ name }, measured] of runs) {
    const { requestsPerSecond, p50Ms, p99Ms, cpuUs } = middle(measured);
    const share = (requestsPerSecond / (base?.requestsPerSecond ?? 1)).toFixed(2);
    const wait = (p50Ms / (base?.p50Ms ?? 1)).toFixed(2);
    const cpu = Object.entries(cpuUs)
      .map(([process, us]) => `${process} ${Math.round(us)}`)
      .join(", ");
    console.log(
      `  ${String(connections).padStart(2)} conn  ${name.padEnd(18)} ${String(Math.round(requestsPerSecond)).padStart(6)}/s (x${share})  p50 ${p50Ms.toFixed(2)} ms (x${wait})  p99 ${p99Ms.toFixed(2)} ms  CPU µs/request: ${cpu}`,
    );
  }
}

function reportStart(started: readonly Started[]): void {
  console.log("\nStart and memory at rest after the load");
  for (const { name, processes, readyMs } of started) {
    for (const [process, pid] of Object.entries(processes)) {
      const kib = Number(/VmRSS:\s+(\d+)/.exec(execFileSync("cat", [`/proc/${pid}/status`], { encoding: "utf8" }))?.[1] ?? 0);
      console.log(`  ${name}, ${process}: ready after ${Math.round(readyMs[process] ?? 0)} ms, ${Math.round(kib / 1024)} MB`);
    }
  }
}
