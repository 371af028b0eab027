import { existsSync, readFileSync, rmSync } from "node:fs";
import manifest from "../package.json" with { type: "json" };
import { runNx } from "./run-nx.ts";
import { lastWordsFile } from "./test/last-words.ts";

// `npm run check [-- --skip tests] [-- <option of nx>…]`: the checks before a change lands. All of them run, so that one run shows every
// problem. Unchanged results come from nx's cache, tests included; `--skip-nx-cache` runs everything.
const parameters = process.argv.slice(2).filter((argument) => argument !== "--skip" && argument !== "tests");
const tests = ["check-tests", "check-longer-tests"];
const checks = Object.keys(manifest.nx.targets).filter((target) => ![...tests, "check-build"].includes(target));
// The tests run last, one command after the other: they need both cores, and build the programs that they run.
const steps = [
  { targets: checks, options: ["--parallel=2", "--outputStyle=static"] },
  ...(process.argv.includes("tests") ? [] : tests.map(alone)),
];
for (const target of tests) rmSync(lastWordsFile(target), { force: true });

function alone(target: string) {
  return { targets: [target], options: ["--outputStyle=stream-without-prefixes"] };
}

const failed = steps.filter(({ targets, options }) => !runNx(targets, [...options, ...parameters]));
const named = 'some checks, which stand above under "Failed tasks"';
for (const { targets } of failed) console.error(`FAILED: ${targets.length === 1 ? targets[0] : named}`);
// What the first of the tests said is far above by now.
for (const said of tests.map(lastWordsFile).filter((file) => existsSync(file))) process.stderr.write(readFileSync(said));
process.exitCode = failed.length === 0 ? 0 : 1;
