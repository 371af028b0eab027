import { spawnSync } from "node:child_process";
import { workspaceRoot } from "./workspace-root.ts";

// No daemon, and no copy of nx's native part outside of the repository.
const environment = { NX_DAEMON: "false", NX_SKIP_NATIVE_FILE_CACHE: "true" };

/** Runs targets of the repository as a whole, what has not changed since it held from nx's cache. Returns whether all of them hold. */
export function runNx(targets: readonly string[], options: readonly string[]): boolean {
  const words = ["run-many", "--projects=parley", `--targets=${targets.join()}`, ...options];
  console.log(`\n> nx ${words.join(" ")}`);
  const { status } = spawnSync("nx", words, { cwd: workspaceRoot, stdio: "inherit", env: { ...process.env, ...environment } });
  return status === 0;
}
