import { spawnSync } from "node:child_process";
import { basename, join } from "node:path";
import { bundle } from "../build/bundle.ts";
import { buildTypescriptSdk } from "../build/sdk-typescript.ts";
import { projectFolders, workspaceRoot } from "../workspace-root.ts";

// `npm test [-- <filter>…]`: bundles the apps, because some tests run them as processes of their own, and runs the whole suite.
await Promise.all(projectFolders("apps").map((folder) => bundle(basename(folder))));
buildTypescriptSdk();

const vitest = join(workspaceRoot, "node_modules/vitest/vitest.mjs");
const { status, signal } = spawnSync(
  process.execPath,
  [vitest, "run", "--config", "tools/test/vitest.config.ts", ...process.argv.slice(2)],
  {
    cwd: workspaceRoot,
    stdio: "inherit",
  },
);
if (signal !== null) console.error(`The tests ended by ${signal}.`);
process.exitCode = status ?? 1;
