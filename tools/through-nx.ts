import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { runNx } from "./run-nx.ts";
import { workspaceRoot } from "./workspace-root.ts";

interface Task {
  readonly targets: readonly string[];
  /** The program of the only target. */
  readonly program?: string;
}

// `npm test`, `npm run test:longer`, `build` and `typecheck`: unchanged results come from nx's cache; `--skip-nx-cache` runs everything. With
// parameters, as in `npm test -- <filter>`, the program runs directly: partial results are not cached.
const tasks: Readonly<Record<string, Task>> = {
  build: { targets: ["check-build"], program: "tools/build/build.ts" },
  test: { targets: ["check-tests"], program: "tools/test/run.ts" },
  "test:longer": { targets: ["check-longer-tests"], program: "tools/test/run.ts" },
  typecheck: { targets: ["check-types", "check-console"] },
};

const [name = "", ...parameters] = process.argv.slice(2);
const task = tasks[name];
if (task === undefined) throw new Error(`There is no task ${name}; there are ${Object.keys(tasks).join(", ")}.`);
const own = parameters.filter((parameter) => parameter !== "--skip-nx-cache");
process.exitCode = own.length > 0 && task.program !== undefined ? ranItself(task.program, own) : ranThroughNx(task.targets, parameters);

function ranItself(program: string, words: readonly string[]): number {
  const { status } = spawnSync(process.execPath, [join(workspaceRoot, program), ...words], { cwd: workspaceRoot, stdio: "inherit" });
  return status ?? 1;
}

function ranThroughNx(targets: readonly string[], words: readonly string[]): number {
  return runNx(targets, ["--parallel=2", "--outputStyle=stream-without-prefixes", ...words]) ? 0 : 1;
}
