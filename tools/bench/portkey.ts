import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { freePort } from "../../libs/testing/src/free-port.ts";

const version = "1.15.2";

export interface Portkey {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

/** Installs Portkey's gateway into a temporary folder and starts it. It is only compared with, and is not part of this repository. */
export async function startPortkey(): Promise<Portkey> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-portkey-"));
  await writeFile(join(folder, "package.json"), '{"private":true}');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", `@portkey-ai/gateway@${version}`], {
    cwd: folder,
    stdio: "ignore",
  });
  const port = await freePort();
  const script = join(folder, "node_modules/@portkey-ai/gateway/build/start-server.js");
  const child = spawn(process.execPath, [script, `--port=${port}`, "--headless"], {
    cwd: folder,
    env: { PATH: process.env.PATH, NODE_ENV: "production", TRUSTED_CUSTOM_HOSTS: "127.0.0.1" },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    const exited = once(child, "exit");
    if (child.exitCode === null && child.kill("SIGKILL")) await exited;
    await rm(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < 100; attempt++) {
    const answer = await fetch(url).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer !== undefined) return { url, pid: child.pid ?? 0, stop };
    await delay(100);
  }
  await stop();
  throw new Error("Portkey's gateway does not respond.");
}
