import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { endWithUs } from "../end-with-us.ts";
import { workspaceRoot } from "../workspace-root.ts";

// `npm run promise:kafka [-- --versions 3.9.2,4.1.2,4.4.0]`: runs the tests of Kafka against a real broker of each version, started from
// its jars (Java 17 and Maven) or its image; the first run of a version downloads it. Exits with 1 when a test fails or is skipped with any
// version.
const { values } = parseArgs({ options: { versions: { type: "string", default: "3.9.2,4.1.2,4.4.0" } } });

// Publish, consume, commit and rebalance; every process; retention; a killed and a stopped broker; a full replay; a failing message.
const files = ["bus", "broadcast", "topics", "outage", "stop", "replay", "retries"].map(
  (name) => `libs/messaging/test/kafka-${name}.test.ts`,
);

interface Result {
  readonly numTotalTests: number;
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly assertionResults: readonly Assertion[] }[];
}

interface Assertion {
  readonly status: string;
  readonly fullName: string;
  readonly failureMessages?: readonly string[];
}

const folder = await mkdtemp(join(tmpdir(), "parley-kafka-versions-"));
for (const version of values.versions.split(",")) {
  const result = await run(version);
  const failed = result.testResults.flatMap(({ assertionResults }) => assertionResults).filter(({ status }) => status !== "passed");
  const passed = result.numPassedTests === result.numTotalTests && result.numTotalTests > 0;
  console.log(`${passed ? "ok  " : "FAIL"} Kafka ${version}: ${result.numPassedTests} of ${result.numTotalTests} tests passed`);
  for (const { status, fullName, failureMessages = [] } of failed) {
    const [why = ""] = failureMessages.join("\n").split("\n    at ");
    console.log(`     ${status}: ${fullName} ${why.slice(0, 1_000)}`);
  }
  if (!passed) process.exitCode = 1;
}
await rm(folder, { recursive: true, force: true });

async function run(version: string): Promise<Result> {
  const file = join(folder, `${version}.json`);
  const vitest = join(workspaceRoot, "node_modules/vitest/vitest.mjs");
  const options = ["run", "--config", "tools/test/vitest.config.ts", "--reporter=json", `--outputFile=${file}`];
  // The tests learn the broker's version; a missing broker is a failure here.
  const env = { ...process.env, PARLEY_TEST_KAFKA_VERSION: version, PARLEY_TEST_KAFKA: "required" };
  const tests = spawn(process.execPath, [vitest, ...options, ...files], {
    cwd: workspaceRoot,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  // The tests stop their brokers on SIGTERM.
  const forget = endWithUs(() => tests.kill("SIGTERM"));
  await once(tests, "exit");
  forget();
  return JSON.parse(await readFile(file, "utf8")) as Result;
}
