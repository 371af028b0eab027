import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

// Compares the protos with those of the last release and fails on a change that breaks callers or their generated code. `--release` stores
// the current protos as those of the last release.
const released = join(workspaceRoot, "proto/released.binpb");

if (process.argv.includes("--release")) run(["build", "proto", "--exclude-source-info", "--output", released]);
else if (existsSync(released)) run(["breaking", process.env.PARLEY_PROTO_FOLDER ?? "proto", "--against", released]);
else {
  console.error(`There is no ${released} to compare with; \`npm run protos:release\` makes it.`);
  process.exitCode = 1;
}

function run(parameters: readonly string[]): void {
  process.exitCode = spawnSync("buf", parameters, { cwd: workspaceRoot, stdio: "inherit" }).status ?? 1;
}
