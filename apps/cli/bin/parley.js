#!/usr/bin/env node
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// The program is TypeScript that Node runs as it is, from 24 on; on an older one it runs with the Node that the repository pins. No build, no state.
const needed = 24;
const main = new URL("../src/main.ts", import.meta.url);

if (Number(process.versions.node.split(".")[0]) >= needed) await import(main.href);
else runWithPinned();

function runWithPinned() {
  const pinned = fileURLToPath(new URL("../../../node_modules/node/bin/node", import.meta.url));
  if (!existsSync(pinned)) {
    console.error(`parley needs Node ${needed}, and this is ${process.versions.node}. Run npm ci, which brings one along.`);
    process.exitCode = 1;
    return;
  }
  const child = spawn(pinned, [fileURLToPath(main), ...process.argv.slice(2)], { stdio: "inherit" });
  // A terminal sends its signals to both; what ends the launcher alone is passed on.
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  process.on("SIGINT", () => undefined);
  child.on("exit", (code, signal) => {
    process.exitCode = signal === null ? (code ?? 1) : 128 + (signal === "SIGINT" ? 2 : 15);
  });
}
