import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

// Compares the protos with those of an earlier commit: PARLEY_BREAKING_BASE, else the one before HEAD. A change that breaks callers fails.
const base = process.env.PARLEY_BREAKING_BASE ?? "HEAD~1";
const known = spawnSync("git", ["cat-file", "-e", `${base}:proto/buf.yaml`], { cwd: workspaceRoot });
if (known.status === 0) {
  const against = `${join(workspaceRoot, ".git")}#ref=${base},subdir=proto`;
  const { status } = spawnSync("buf", ["breaking", "proto", "--against", against], { cwd: workspaceRoot, stdio: "inherit" });
  process.exitCode = status ?? 1;
} else {
  console.log(`There are no protos at ${base} to compare with.`);
}
