import { execFile } from "node:child_process";
import { readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { hasCode, ignoreMissing } from "./failures.ts";

/** The server process of a data folder. */
export interface Postmaster {
  pid: number;
  port: number;
  /** Whether it accepts connections; it does not while it starts, recovers or stops. */
  ready: boolean;
}

const run = promisify(execFile);
const pollMs = 10;
const watchEveryMs = 2_000;
const emptyForMs = 1_000;
const fastWithinMs = 30_000;
const immediateWithinMs = 5_000;

/**
 * The server that runs on this folder. A pid file alone proves nothing: after a crash or in a new container its pid may belong to any
 * process.
 */
export async function findPostmaster(home: string): Promise<Postmaster | undefined> {
  const recorded = await readPidFile(home);
  return recorded && (await isPostmasterOf(recorded.pid, home)) ? recorded : undefined;
}

/**
 * Removes a stale pid file, which would keep Postgres from starting: its pid belongs to another program by now (a container reuses the same
 * few pids), or it is empty because the server was killed while writing it. Postgres detects backends that outlive their server without the
 * file.
 */
export async function removeStalePidFile(home: string): Promise<void> {
  const recorded = await readPidFile(home);
  const stale = recorded ? await isOfOtherProgram(recorded.pid) : await isLongEmpty(home);
  if (stale) await rm(pidFile(home), { force: true });
}

async function isOfOtherProgram(pid: number): Promise<boolean> {
  const line = await commandLine(pid);
  return line !== "" && !line.includes("postgres");
}

// A starting server fills the file within microseconds.
async function isLongEmpty(home: string): Promise<boolean> {
  const file = await ignoreMissing(stat(pidFile(home)));
  return file?.size === 0 && Date.now() - file.mtimeMs > emptyForMs;
}

/** Fast shutdown: open transactions are rolled back. Escalates after half a minute; resolves when the process is gone. */
export async function stopPostmaster(home: string, pid: number): Promise<void> {
  const steps = [
    { signal: "SIGINT", withinMs: fastWithinMs },
    { signal: "SIGQUIT", withinMs: immediateWithinMs },
    { signal: "SIGKILL", withinMs: immediateWithinMs },
  ] as const;
  for (const { signal, withinMs } of steps) {
    if (!(await isPostmasterOf(pid, home))) return;
    send(pid, signal);
    if (await isGone(pid, home, withinMs)) return;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!hasCode(error, "ESRCH")) throw error;
  }
}

async function isGone(pid: number, home: string, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  while (Date.now() < deadline) {
    if (!(await isPostmasterOf(pid, home))) return true;
    await sleep(pollMs);
  }
  return false;
}

const pidFile = (home: string) => join(home, "postmaster.pid");

// Lines: pid, folder, start time, port, socket folder, address, shared memory, status. They appear one by one during the start.
async function readPidFile(home: string): Promise<Postmaster | undefined> {
  const lines = (await ignoreMissing(readFile(pidFile(home), "utf8")))?.split("\n");
  const pid = Number(lines?.[0]);
  return pid > 0 ? { pid, port: Number(lines?.[3]), ready: lines?.[7]?.trim() === "ready" } : undefined;
}

// Whether this process is the server of this folder.
async function isPostmasterOf(pid: number, home: string): Promise<boolean> {
  return (await commandLine(pid)).includes(` -D ${home} -c `);
}

// Empty for a process that has ended, even before it is reaped.
async function commandLine(pid: number): Promise<string> {
  if (process.platform === "linux") {
    const words = (await ignoreMissing(readFile(`/proc/${pid}/cmdline`, "utf8"), "ESRCH")) ?? "";
    return words.replaceAll("\0", " ");
  }
  try {
    return (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    // `ps` fails for an unknown pid: there is no such process.
    return "";
  }
}

/**
 * Calls the listener when the server has ended. It polls, because a server that was taken over is not our child. Returns a function that
 * ends the watch, which does not keep our process alive.
 */
export function watchPostmaster(pid: number, home: string, onGone: () => void): () => void {
  let ended = false;
  const look = async () => {
    const runs = await isPostmasterOf(pid, home);
    if (ended) return;
    if (runs) timer = setTimeout(look, watchEveryMs).unref();
    else onGone();
  };
  let timer = setTimeout(look, watchEveryMs).unref();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
