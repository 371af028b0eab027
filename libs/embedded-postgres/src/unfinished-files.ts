import { randomBytes } from "node:crypto";
import { readdir, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hasCode, ignoreMissing } from "./ignore-missing.ts";

const runId = randomBytes(4).toString("hex");
const infix = ".unfinished-";

/**
 * A new name beside `path` for something unfinished: pid, a random number for this process because pids repeat, and one for this call.
 */
export function unfinishedName(path: string): string {
  return `${path}${infix}${process.pid}-${runId}-${randomBytes(4).toString("hex")}`;
}

/**
 * Removes what processes that are gone have left unfinished for this path. What resists (a killed parent's initdb still writes) is left
 * to the next time.
 */
export async function removeUnfinished(path: string): Promise<void> {
  const entries = await ignoreMissing(readdir(dirname(path)), "EACCES");
  for (const entry of entries ?? []) {
    if (!entry.startsWith(basename(path)) || !isAbandoned(entry)) continue;
    await Promise.allSettled([rm(join(dirname(path), entry), { recursive: true, force: true })]);
  }
}

function isAbandoned(entry: string): boolean {
  const [pid, run] = (entry.split(infix)[1] ?? "").split("-");
  if (pid === undefined || run === undefined) return false;
  return Number(pid) === process.pid ? run !== runId : !isAlive(Number(pid));
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}
