import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

interface Running {
  readonly pid: number;
  /** A part of its command line that no other program has. */
  readonly mark: string;
}

/** Records the running programs, so that a start after a kill can end them. */
export function noteRunning(dataDir: string, processes: readonly Running[]): void {
  writeFileSync(fileOf(dataDir), JSON.stringify(processes));
}

/** Ends the programs that an earlier start in this folder left behind. Only the owner of the folder may call it. */
export async function endLeftovers(dataDir: string): Promise<void> {
  for (const { pid, mark } of await readNoted(dataDir)) {
    // The pid may belong to another program by now.
    if ((await commandLine(pid)).includes(mark)) process.kill(pid, "SIGKILL");
  }
  noteRunning(dataDir, []);
}

async function readNoted(dataDir: string): Promise<Running[]> {
  try {
    return JSON.parse(await readFile(fileOf(dataDir), "utf8")) as Running[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

async function commandLine(pid: number): Promise<string> {
  try {
    return (await run("ps", ["-ww", "-o", "command=", "-p", String(pid)])).stdout;
  } catch {
    // `ps` fails for an unknown pid.
    return "";
  }
}

function fileOf(dataDir: string): string {
  return join(dataDir, "running.json");
}
