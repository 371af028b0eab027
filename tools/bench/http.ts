import { join } from "node:path";
import { type Installation, startInstallation } from "../installation/installation.ts";
import { Program } from "../installation/program.ts";
import { scratchPostgres } from "../installation/scratch-postgres.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { createDemo, servingApps, targetOf } from "./demo.ts";
import { residentMiB, spreadOf, told } from "./figures.ts";
import { type Measurement, measure, middle, type Shape, type Target } from "./load.ts";
import { warm } from "./warm.ts";

// Whole requests through all-in-one and through separate processes, compared with the smallest server for the same SQL.
const rounds = 5;
const roundMs = 1_500;
const warmMs = 2_000;
const maxWarmRounds = 6;

export async function benchHttp(asked: readonly string[] = []): Promise<readonly string[]> {
  await using stack = new AsyncDisposableStack();
  const { folder, createDatabase } = stack.use(await scratchPostgres({ durable: true }));
  const databaseUrl = await createDatabase("parley");
  const allInOne = stack.use(await startInstallation({ shape: "all-in-one", databaseUrl }));
  const separate = stack.use(await startInstallation({ shape: servingApps, databaseUrl }));
  const started = { "all-in-one": allInOne, "separate processes": separate };
  const demo = await createDemo(allInOne);
  const { headers } = demo.customer;
  const serve = async (name: string, more: Readonly<Record<string, string>> = {}): Promise<Target> => {
    const environment = { BASELINE_DATABASE_URL: databaseUrl, BASELINE_API_KEY: demo.apiKey, ...more };
    const program = await Program.start({ name, script: baselineServer, environment, output: join(folder, `${name}.log`) });
    stack.defer(() => program.end("SIGTERM"));
    return { name, url: program.url, headers, processes: { server: program.pid } };
  };
  const [bareName, dutifulName] = baselineNames;
  const targets: Target[] = [
    await serve(bareName),
    await serve(dutifulName, { BASELINE_TOKEN: headers["x-svc-auth-token"] ?? "" }),
    ...Object.entries(started).map(([name, installation]) => targetOf(name, installation, demo)),
  ];
  for (const shape of shapes.filter(({ name }) => asked.length === 0 || asked.some((word) => name.includes(word)))) {
    console.log(`\n${shape.name}`);
    await warmAll(targets, shape);
    for (const connections of [32, 1]) await compare(targets, shape, connections);
  }
  reportStart(started);
  return [];
}

interface ComparedShape extends Shape {
  readonly baselinePath: string;
}

/** The measured requests; the baseline serves the same statement at `baselinePath`. */
const shapes: readonly ComparedShape[] = [
  {
    name: "get 50 documents",
    path: "/v2/organizations/documents/get",
    baselinePath: "/list",
    body: () => '{"data":{"organizationId":"org0","pageSize":50}}',
  },
  {
    name: "update 1 organization",
    path: "/v1/organizations/update",
    baselinePath: "/update",
    body: (n) => `{"data":{"organizations":[{"organizationId":"org${n % 1_000}","organizationName":"Name ${n}"}]}}`,
  },
  {
    name: "disable or enable 1 organization",
    path: "/v1/organizations/access/disablestate/update",
    baselinePath: "/disable",
    body: (n) => `{"data":{"organizationIds":["org${n % 1_000}"],"disabled":${Math.floor(n / 1_000) % 2 === 0}}}`,
  },
];

const baselineServer = join(workspaceRoot, "tools/bench/baseline-server.ts");
const baselineNames = ["fastify + pg", "with the same duties"] as const;

function isBaseline(name: string): boolean {
  return baselineNames.some((baseline) => baseline === name);
}

function shapeFor({ name }: Target, shape: ComparedShape): Shape {
  return { ...shape, path: isBaseline(name) ? shape.baselinePath : shape.path };
}

/** Warms up each target alone; the warm-up time is printed too. */
async function warmAll(targets: readonly Target[], shape: ComparedShape): Promise<void> {
  for (const target of targets) {
    const { tookMs, cpuUs } = await warm(target, shapeFor(target, shape), { roundMs: warmMs, maxRounds: maxWarmRounds });
    console.log(`  ${target.name.padEnd(20)} warm after ${tookMs / 1_000} s, ${Math.round(cpuUs)} CPU µs a request`);
  }
}

// Measured in turns, so that other load on the machine affects all: each round has its own ratios.
async function compare(targets: readonly Target[], shape: ComparedShape, connections: number): Promise<void> {
  const runs = new Map<Target, Measurement[]>(targets.map((target) => [target, []]));
  for (let round = 0; round < rounds; round++) {
    for (const target of targets) runs.get(target)?.push(await measure(target, shapeFor(target, shape), connections, roundMs));
  }
  const [bare = [], dutiful = []] = [...runs.values()];
  for (const [{ name }, measured] of runs) {
    const { requestsPerSecond, p50Ms, p99Ms, cpuUs } = middle(measured);
    const ratios = (base: readonly Measurement[], of: "requestsPerSecond" | "p50Ms") =>
      spreadOf(measured.map((run, round) => run[of] / (base[round]?.[of] ?? Number.NaN)));
    const [share, shareOfDutiful, wait] = [ratios(bare, "requestsPerSecond"), ratios(dutiful, "requestsPerSecond"), ratios(bare, "p50Ms")];
    const cpu = Object.entries(cpuUs)
      .map(([process, us]) => `${process} ${Math.round(us)}`)
      .join(", ");
    console.log(
      `  ${String(connections).padStart(2)} conn  ${name.padEnd(20)} ${String(Math.round(requestsPerSecond)).padStart(6)}/s (x${told(share)}; of the same duties x${told(shareOfDutiful)})  p50 ${p50Ms.toFixed(2)} ms (x${told(wait)})  p99 ${p99Ms.toFixed(2)} ms  CPU µs/request: ${cpu}`,
    );
  }
}

function reportStart(started: Readonly<Record<string, Installation>>): void {
  console.log("\nStart and memory at rest after the load");
  for (const [name, { programs }] of Object.entries(started)) {
    for (const [process, { readyMs, pid }] of programs)
      console.log(`  ${name}, ${process}: ready after ${Math.round(readyMs)} ms, ${residentMiB(pid)} MB`);
  }
}
