import manifest from "../package.json" with { type: "json" };
import { runNx } from "./run-nx.ts";

// `npm run check [-- --skip tests] [-- <option of nx>…]`: what has to hold before a change lands. Everything runs, so that one run shows all that is
// wrong. What held before and has not changed since is not checked again, the tests included (`--skip-nx-cache` does).
const parameters = process.argv.slice(2).filter((argument) => argument !== "--skip" && argument !== "tests");
const checks = Object.keys(manifest.nx.targets).filter((target) => !["check-tests", "check-build"].includes(target));
// Behind the others: the tests want both cores for themselves, and build what they run.
const steps = [
  { targets: checks, options: ["--parallel=2", "--outputStyle=static"] },
  ...(process.argv.includes("tests") ? [] : [{ targets: ["check-tests"], options: ["--outputStyle=stream-without-prefixes"] }]),
];

const failed = steps.filter(({ targets, options }) => !runNx(targets, [...options, ...parameters]));
for (const { targets } of failed) console.error(`FAILED: ${targets.join(", ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
