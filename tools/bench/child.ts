import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { nodeWarningsIn } from "@parley/testing/node-warnings";
import { endWithUs } from "../end-with-us.ts";

export interface Child {
  readonly pid: number;
  /** What the line that said "ready" held. */
  // biome-ignore lint/suspicious/noExplicitAny: each program says what its caller needs
  readonly ready: any;
  /** From the start of the program to its line. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/**
 * Starts a program that writes one JSON line with `"msg":"ready"` when it may be used. Its log goes to a file: reading it would cost the load generator
 * the time that it has for requests.
 */
export async function startChild(script: string, environment: Readonly<Record<string, string>>): Promise<Child> {
  const folder = await mkdtemp(join(tmpdir(), "parley-bench-log-"));
  const log = await open(join(folder, "log"), "a+");
  const startedMs = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", log.fd, "pipe"],
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    process.stderr.write(chunk);
    if (nodeWarningsIn(chunk.toString()).length > 0) process.exitCode = 1;
  });
  child.once(
    "exit",
    endWithUs(() => child.kill("SIGKILL")),
  );
  try {
    const ready = await Promise.race([readyLine(log, child), failed(child, script)]);
    return { pid: child.pid ?? 0, ready, readyMs: performance.now() - startedMs, stop: () => stop(child, folder) };
  } finally {
    await log.close();
  }
}

async function readyLine(log: FileHandle, child: ChildProcess): Promise<unknown> {
  while (child.exitCode === null && child.signalCode === null) {
    const { size } = await log.stat();
    const { buffer } = await log.read(Buffer.alloc(size), 0, size, 0);
    const line = buffer
      .toString()
      .split("\n")
      .slice(0, -1)
      .find((text) => text.includes('"msg":"ready"'));
    if (line !== undefined) return JSON.parse(line);
    await delay(5);
  }
  return undefined;
}

async function failed(child: ChildProcess, script: string): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`${script} ended with ${code} before it was ready.`);
}

// One that stands still hears of no signal but this.
const stopMs = 30_000;

async function stop(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, "exit");
    child.kill("SIGTERM");
    const late = setTimeout(() => child.kill("SIGKILL"), stopMs);
    await exited;
    clearTimeout(late);
  }
  await rm(folder, { recursive: true, force: true });
}
