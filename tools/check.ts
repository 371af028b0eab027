import { spawnSync } from "node:child_process";
import { workspaceRoot } from "./workspace-root.ts";

// `npm run check`: what has to hold before a change lands. Every step runs, so that one run shows all that is wrong.
const steps: readonly (readonly [string, ...string[]])[] = [
  ["node", "tools/generate/generate.ts", "--check"],
  ["biome", "check", "."],
  ["node", "tools/boundaries/check.ts"],
  ["node", "tools/supply/check.ts"],
  ["node", "tools/deploy/variables.ts", "--check"],
  ["node", "tools/deploy/check.ts"],
  ["buf", "lint", "proto"],
  ["buf", "format", "--diff", "--exit-code", "proto"],
  ["node", "tools/generate/breaking.ts"],
  ["tsc", "--noEmit", "-p", "tsconfig.base.json"],
  ["node", "tools/openapi/generators.ts"],
  ["tsc", "--noEmit", "-p", "apps/console"],
  ["node", "tools/test/run.ts"],
];

const failed = steps.filter(([command, ...parameters]) => {
  console.log(`\n> ${command} ${parameters.join(" ")}`);
  return spawnSync(command, parameters, { cwd: workspaceRoot, stdio: "inherit" }).status !== 0;
});
for (const step of failed) console.error(`FAILED: ${step.join(" ")}`);
process.exitCode = failed.length === 0 ? 0 : 1;
