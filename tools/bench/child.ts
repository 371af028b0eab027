import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export interface Child {
  readonly pid: number;
  /** What the line that said "ready" held. */
  // biome-ignore lint/suspicious/noExplicitAny: each program says what its caller needs
  readonly ready: any;
  /** From the start of the program to its line. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/** Starts a program that writes one JSON line with `"msg":"ready"` when it may be used. */
export async function startChild(script: string, environment: Readonly<Record<string, string>>): Promise<Child> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ready = await Promise.race([readyLine(child), failed(child, script)]);
  return { pid: child.pid ?? 0, ready, readyMs: performance.now() - startedMs, stop: () => stop(child) };
}

async function readyLine(child: ChildProcess): Promise<unknown> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  if (child.stdout === null) throw new Error("The program has no output.");
  // Lines are read to the end: a full pipe would stop the program.
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line.includes('"msg":"ready"')) resolve(JSON.parse(line));
  });
  return promise;
}

async function failed(child: ChildProcess, script: string): Promise<never> {
  const [code] = await once(child, "exit");
  throw new Error(`${script} ended with ${code} before it was ready.`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}
