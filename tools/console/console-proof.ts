import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
import { bundle } from "../build/bundle.ts";
import { projectFolders, workspaceRoot } from "../workspace-root.ts";

// `npm run console:proof`: runs the suite's browser tests of the console again, with each service in its own process and a real Kafka. Not
// part of the suite because it takes minutes.
await Promise.all(projectFolders("apps").map((folder) => bundle(basename(folder))));
const vitest = join(workspaceRoot, "node_modules/vitest/vitest.mjs");
const { status, signal } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", "tools/test/vitest.config.ts", "apps/all-in-one/test/console/", ...process.argv.slice(2)],
  { cwd: workspaceRoot, stdio: "inherit", env: { ...process.env, PARLEY_TEST_SHAPE: "separate" } },
);
if (signal !== null) console.error(`The proof was ended by ${signal}.`);
process.exitCode = status ?? 1;
