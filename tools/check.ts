import { spawnSync } from "node:child_process";
import manifest from "../package.json" with { type: "json" };
import { workspaceRoot } from "./workspace-root.ts";

// `npm run check [-- --skip tests] [-- <option of nx>…]`: what has to hold before a change lands. Everything runs, so that one run shows all that is
// wrong. What held before and has not changed since is not checked again, the tests included (`--skip-nx-cache` does).
const parameters = process.argv.slice(2).filter((argument) => argument !== "--skip" && argument !== "tests");
const targets = Object.keys(manifest.nx.targets).filter((target) => target !== "check-tests");
const checks = [
  "nx",
  "run-many",
  "--projects=parley",
  `--targets=${targets.join()}`,
  "--parallel=2",
  "--outputStyle=static",
  ...parameters,
];
// Behind the others: the tests want both cores for themselves.
const tests = ["nx", "run-many", "--projects=parley", "--targets=check-tests", "--outputStyle=stream-without-prefixes", ...parameters];
const steps = process.argv.includes("tests") ? [checks] : [checks, tests];

// No daemon, and no copy of nx's native part outside of the repository.
const env = { ...process.env, NX_DAEMON: "false", NX_SKIP_NATIVE_FILE_CACHE: "true" };
const failed = steps.filter(([command = "", ...rest]) => {
  console.log(`\n> ${command} ${rest.join(" ")}`);
  return spawnSync(command, rest, { cwd: workspaceRoot, stdio: "inherit", env }).status !== 0;
});
for (const step of failed) console.error(`FAILED: ${step.join(" ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
