import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { nodeWarningsIn } from "@parley/testing/programs";
import { bundle } from "../build/bundle.ts";
import { buildTypescriptSdk } from "../build/sdk-typescript.ts";
import { projectFolders, workspaceRoot } from "../workspace-root.ts";
import { type FailedFile, failedFilesVariable } from "./failed-files-reporter.ts";
import { lastWordsFile } from "./last-words.ts";
import { longerTests, longerVariable } from "./longer-tests.ts";

// `npm test [-- <filter>…]`: bundles the apps, because some tests run them as separate processes, and runs the suite; `--longer` runs what
// takes longer instead. Up to five failed files run again, alone: files that pass then are reported as UNSTEADY at the end and do not fail
// the run. A second failure fails the run; so do six failed files, and any warning of Node. What failed is named last, where whoever reads
// only the end finds it.
const mostAgain = 5;
const isLonger = process.argv.includes("--longer");
const parameters = process.argv.slice(2).filter((word) => word !== "--longer");
const lastWords: string[] = [];
const rest = longerTests.flatMap((entry) => ["--exclude", entry.endsWith("/") ? `${entry}**` : entry]);
// nx makes every program use colours, but tests compare the output of programs.
if (process.env.NX_TASK_TARGET_TARGET !== undefined) delete process.env.FORCE_COLOR;

await Promise.all(projectFolders("apps").map((folder) => bundle(basename(folder))));
buildTypescriptSdk();

// Compiled code is shared by all workers and all programs of the tests.
process.env.NODE_COMPILE_CACHE ??= join(workspaceRoot, "node_modules/.cache/compiled");

const first = await run(parameters.length > 0 ? parameters : isLonger ? longerTests : rest);
process.exitCode = first.status;
const { failed } = first;
if (parameters.length === 0 && first.status !== 0 && failed.length > 0 && failed.length <= mostAgain) {
  const files = failed.map(({ file }) => file);
  console.log(`\nOnce more, alone: ${files.join(", ")}`);
  const { status } = await run(files);
  if (status === 0) say(`UNSTEADY: failed in the suite, passed alone: ${files.join(", ")}`);
  process.exitCode = status;
}
for (const { file, tests } of failed) for (const test of tests.length > 0 ? tests : ["the file"]) say(`Failed: ${file} > ${test}`);
const words = lastWordsFile(isLonger ? "check-longer-tests" : "check-tests");
mkdirSync(dirname(words), { recursive: true });
writeFileSync(words, lastWords.map((line) => `${line}\n`).join(""));

function say(line: string): void {
  console.log(line);
  lastWords.push(line);
}

/** Runs the tests; returns the failed files, or none when something else failed. */
async function run(words: readonly string[]): Promise<{ readonly status: number; readonly failed: readonly FailedFile[] }> {
  const list = join(workspaceRoot, "node_modules/.cache/parley-failed-tests.json");
  rmSync(list, { force: true });
  const child = spawn(
    process.execPath,
    [join(workspaceRoot, "node_modules/vitest/vitest.mjs"), "run", "--config", "tools/test/vitest.config.ts", ...words],
    {
      cwd: workspaceRoot,
      stdio: ["inherit", "inherit", "pipe"],
      env: { ...process.env, ...(isLonger && { [longerVariable]: "true" }), [failedFilesVariable]: list },
    },
  );
  let errors = "";
  child.stderr.on("data", (chunk: Buffer) => {
    process.stderr.write(chunk);
    errors += chunk;
  });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  // Includes warnings of programs started by tests, which nobody else would see.
  const warnings = nodeWarningsIn(errors);
  for (const line of warnings) say(`A warning of Node: ${line}`);
  if (signal !== null) say(`The tests ended by ${signal}.`);
  return {
    status: warnings.length > 0 ? code || 1 : (code ?? 1),
    failed: existsSync(list) ? (JSON.parse(readFileSync(list, "utf8")) as FailedFile[]) : [],
  };
}
