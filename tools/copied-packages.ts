import { execFileSync } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { workspaceRoot } from "./workspace-root.ts";

/**
 * Copies the installed packages into a copy of the sources, as hard links if both are on the same disk, which takes seconds: nothing that
 * runs there may write to them. Our own packages are relative links, which lead into the copy. Caches are left out.
 */
export function copyPackages(folder: string): void {
  const found = execFileSync("sh", ["-c", "ls -d node_modules */node_modules */*/node_modules 2>/dev/null || true"], {
    cwd: workspaceRoot,
    encoding: "utf8",
  });
  for (const path of found.split("\n").filter((line) => line !== "")) {
    if (!existsSync(join(folder, dirname(path)))) continue;
    const copy = (how: string) => execFileSync("cp", [how, join(workspaceRoot, path), join(folder, path)], { stdio: "pipe" });
    try {
      copy("-al");
    } catch {
      rmSync(join(folder, path), { recursive: true, force: true });
      copy("-a");
    }
    rmSync(join(folder, path, ".cache"), { recursive: true, force: true });
  }
}
