import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigError, type Module, readConfigs } from "@parley/runtime";
import { modules } from "../../apps/all-in-one/src/modules.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { declaredVariables, unknownVariables } from "./declared-variables.ts";
import { chartEnvironments, composeEnvironments, type Deployed } from "./deployed-environments.ts";

// Whether what is deployed would start: every variable that deploy/ and the README name exists, and every program gets all that it requires.
const files = globSync(["README.md", "deploy/**/*"], { cwd: workspaceRoot, withFileTypes: true }).filter((entry) => entry.isFile());
const declared = declaredVariables(modules);
const unknown = files.flatMap((file) => {
  const path = join(file.parentPath, file.name);
  return unknownVariables(readFileSync(path, "utf8"), declared).map(
    (name) => `${path.slice(workspaceRoot.length + 1)}: nobody reads ${name}.`,
  );
});

const chart = chartEnvironments();
const deployed = [...composeEnvironments(), ...(chart ?? [])];
const incomplete = deployed.flatMap(problemsOf);

for (const problem of [...unknown, ...incomplete]) console.error(problem);
console.log(`Deployment: ${files.length} files, ${deployed.length} programs, ${unknown.length + incomplete.length} problems.`);
if (chart === undefined) console.log("There is no helm here: the chart was searched for variables and not rendered.");
if (unknown.length + incomplete.length > 0) process.exitCode = 1;

function problemsOf({ where, program, environment }: Deployed): string[] {
  return programModules(program).flatMap((module) => {
    try {
      readConfigs([module], environment);
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return [`${where}: ${error.message}`];
      throw error;
    }
  });
}

// The job runs a command of every module with a database.
function programModules(program: string): readonly Module[] {
  if (program === "prepare.ts") return modules.filter(({ commands }) => commands?.migrate !== undefined);
  const found = modules.filter(({ name }) => `${name}/main.js` === program);
  if (found.length === 0) throw new Error(`There is no program ${program} in the image.`);
  return found;
}
