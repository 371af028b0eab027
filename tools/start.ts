import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { workspaceRoot } from "./workspace-root.ts";

// `npm start [-- --reset]`: builds all-in-one and then becomes it, so that the printed start time includes the build, and signals need no
// forwarding. The build is a separate process, whose memory is freed with it.
const build = [join(workspaceRoot, "tools/build/build.ts"), "all-in-one"];
const { status } = spawnSync(process.execPath, build, { stdio: "inherit" });
if (status !== 0) process.exit(status ?? 1);
await import(pathToFileURL(join(workspaceRoot, "apps/all-in-one/dist/main.js")).href);
