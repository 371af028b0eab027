import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { context, type Plugin } from "esbuild";
import { workspaceRoot } from "../workspace-root.ts";
import { bundleOptions } from "./bundle.ts";
import { builtPages } from "./pages.ts";

// `npm run dev`: all-in-one, rebuilt and restarted whenever a source file changes.
let running: ChildProcess | undefined;

const restart: Plugin = {
  name: "restart",
  setup(build) {
    build.onEnd(async ({ errors }) => {
      if (errors.length > 0) return;
      await stop();
      running = spawn(process.execPath, [join(workspaceRoot, "apps/all-in-one/dist/program.js")], {
        stdio: "inherit",
      });
    });
  },
};

async function stop(): Promise<void> {
  if (running === undefined || running.exitCode !== null) return;
  running.kill("SIGTERM");
  await once(running, "exit");
}

await Promise.all([builtPages("console"), builtPages("example")]);
const options = bundleOptions("all-in-one");
const watching = await context({ ...options, plugins: [...(options.plugins ?? []), restart] });
await watching.watch();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, async () => {
    await stop();
    await watching.dispose();
    process.exit(0);
  });
}
