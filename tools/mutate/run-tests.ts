import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { endWithUs } from "../end-with-us.ts";

interface TestRun {
  readonly passed: number;
  readonly failed: readonly string[];
  /** What went wrong outside the tests: they did not end, or a file did not load. */
  readonly trouble: string;
}

interface TestSelection {
  readonly files: readonly string[];
  /** Prefixes of test names; all tests of the files when empty. */
  readonly names: readonly string[];
}

/** The report of vitest, as far as it is read. */
interface Report {
  readonly numPassedTests: number;
  readonly success: boolean;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message: string;
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[];
  }[];
}

/** Runs tests of a tree. A run that takes longer than `withinMs` is killed. */
export async function runTests(folder: string, { files, names }: TestSelection, withinMs: number): Promise<TestRun> {
  const report = join(folder, "mutate-report.json");
  await rm(report, { force: true });
  const parameters = ["run", "--config", "tools/test/vitest.config.ts", "--reporter=json", `--outputFile=${report}`, ...files];
  if (names.length > 0) parameters.push("-t", names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"));
  const vitest = join(folder, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, ...parameters], { cwd: folder, stdio: ["ignore", "pipe", "pipe"], detached: true });
  const end = () => {
    // Together with all processes that it started.
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, "SIGKILL");
  };
  const forget = endWithUs(end);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output = (output + chunk).slice(-4_000)));
  const timer = setTimeout(end, withinMs);
  const [, signal] = await once(child, "close");
  forget();
  clearTimeout(timer);
  if (signal !== null) return { passed: 0, failed: [], trouble: `The tests did not end within ${withinMs / 1_000} s.` };
  const text = await readFile(report, "utf8").catch(() => undefined);
  return text === undefined ? { passed: 0, failed: [], trouble: output } : outcomeOf(JSON.parse(text) as Report);
}

function outcomeOf({ numPassedTests, testResults, success }: Report): TestRun {
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ title }) => title),
  );
  const broken = testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
  const trouble = broken.map(({ name, message }) => `${name}: ${message}`).join("\n");
  return { passed: numPassedTests, failed, trouble: trouble || success || failed.length > 0 ? trouble : "The run failed without a test." };
}
