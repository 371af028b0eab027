import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, type Module, readCommandConfig, readConfigs } from "@parley/runtime";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { chartProblems } from "./chart.ts";
import { declaredVariables, unknownVariables } from "./declared-variables.ts";
import { chartEnvironments, composeEnvironments, type Deployed } from "./deployed-environments.ts";
import { kubernetesTools } from "./kubernetes-tools.ts";

// Checks that deployments would start: every variable named by deploy/ and the README exists, and every program gets its required
// variables.
const files = globSync(["README.md", "deploy/**/*"], { cwd: workspaceRoot, withFileTypes: true }).filter((entry) => entry.isFile());
const declared = declaredVariables(modules);
const unknown = files.flatMap((file) => {
  const path = join(file.parentPath, file.name);
  return unknownVariables(readFileSync(path, "utf8"), declared).map(
    (name) => `${path.slice(workspaceRoot.length + 1)}: nobody reads ${name}.`,
  );
});

const tools = kubernetesTools();
const deployed = [...composeEnvironments(), ...(tools === undefined ? [] : chartEnvironments(tools))];
const problems = [...unknown, ...deployed.flatMap(problemsOf), ...(tools === undefined ? [] : chartProblems(tools))];

for (const problem of problems) console.error(problem);
console.log(`Deployment: ${files.length} files, ${deployed.length} programs, ${problems.length} problems.`);
if (tools === undefined)
  console.log("SKIPPED: there is no Go here to build helm with, so the chart was searched for variables and NOT RENDERED.");
if (problems.length > 0) process.exitCode = 1;

function problemsOf({ where, program, command, environment }: Deployed): string[] {
  return readersOf(program, command).flatMap((read) => {
    try {
      read(environment);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [`${where}: ${error.message}`];
      throw error;
    }
  });
}

/** The functions that read a program's settings, and that fail where the program would not start. */
function readersOf(program: string, command: string | undefined): readonly ((environment: Deployed["environment"]) => unknown)[] {
  // The job runs these commands of every module that has them, and does not serve.
  const jobs = ["migrate", "create-topics"].flatMap((name) => modules.flatMap(({ commands }) => commands?.[name] ?? []));
  if (program === "prepare.ts") return jobs.map((command) => (environment) => readCommandConfig(command, environment));
  const found: readonly Module[] = modules.filter(({ name }) => `${name}/main.js` === program);
  if (found.length === 0) throw new Error(`There is no program ${program} in the image.`);
  if (command === undefined) return [(environment) => readConfigs(found, environment)];
  const run = found.flatMap(({ commands }) => commands?.[command] ?? []);
  if (run.length === 0) throw new Error(`${program} has no command ${command}.`);
  return run.map((one) => (environment) => readCommandConfig(one, environment));
}
