import { spawnSync } from "node:child_process";
import { workspaceRoot } from "./workspace-root.ts";

// Without a daemon, and without a copy of nx's native part outside the repository.
const environment = { NX_DAEMON: "false", NX_SKIP_NATIVE_FILE_CACHE: "true" };

/** Runs targets of the whole repository, with unchanged results from nx's cache. Returns whether all succeed. */
export function runNx(targets: readonly string[], options: readonly string[]): boolean {
  const words = ["run-many", "--projects=parley", `--targets=${targets.join()}`, ...options];
  console.log(`\n> nx ${words.join(" ")}`);
  const { status } = spawnSync("nx", words, { cwd: workspaceRoot, stdio: "inherit", env: { ...process.env, ...environment } });
  return status === 0;
}
