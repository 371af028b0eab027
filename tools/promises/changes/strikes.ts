import { execFileSync } from "node:child_process";
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Installation } from "../../installation/installation.ts";
import type { startPostgresUnderFire } from "../../storm/postgres-under-fire.ts";

interface Struck {
  readonly installation: Installation;
  readonly postgres: Awaited<ReturnType<typeof startPostgresUnderFire>>;
  /** The folder of Postgres's files. */
  readonly folder: string;
  readonly seconds: number;
}

const strikeEveryMs = 3_000;
const readyWithinMs = 120_000;

/**
 * Kills one part after the other until the time is over, and restores the database from a copy once. Returns the parts that were killed or
 * restored, with counts.
 */
export async function killInTurn({ installation, postgres, folder, seconds }: Struck): Promise<string[]> {
  const kill = (name: "gateway" | "activity") => async () => {
    const program = installation.programs.get(name);
    await program?.end("SIGKILL");
    program?.start();
  };
  const restarted = async (how: "kill" | "restart", between: () => Promise<void> | undefined) => {
    await postgres.down(how);
    await between();
    await postgres.up();
  };
  const parts: readonly (readonly [string, () => Promise<void>])[] = [
    ["gateway", kill("gateway")],
    ["activity", kill("activity")],
    ["Postgres", () => restarted("kill", () => undefined)],
  ];
  const counts = new Map<string, number>();
  const part = partOf(seconds);
  let copied = false;
  let restored = false;
  for (let turn = 0; part() < 1; turn++) {
    const [name, act] = parts[turn % parts.length] ?? ["", async () => undefined];
    await act();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (!copied && part() > 0.3) {
      await restarted("restart", () => copyFiles(folder));
      copied = true;
    } else if (copied && !restored && part() > 0.5) {
      await restarted("restart", () => restoreFiles(folder));
      restored = true;
      counts.set("the database restored", 1);
    }
    await delay(strikeEveryMs);
  }
  await postgres.up();
  await installation.ready(readyWithinMs);
  return [...counts].map(([name, count]) => `${name} ${count}`);
}

/** Stops and restarts every process, one at a time, as in an upgrade, until the time is over and each had its turn. */
export async function restartInTurn({ installation, seconds }: Struck): Promise<string[]> {
  const part = partOf(seconds);
  let rounds = 0;
  for (; rounds === 0 || part() < 1; rounds++) {
    for (const program of installation.programs.values()) {
      await program.end("SIGTERM");
      if (program.endedBy !== null) throw new Error(`${program.name} did not stop in time and was ended by ${program.endedBy}.`);
      program.start();
      await program.ready(readyWithinMs);
    }
  }
  return [`each of ${installation.programs.size} processes ${rounds}`];
}

function partOf(seconds: number): () => number {
  const beganMs = performance.now();
  return () => (performance.now() - beganMs) / (seconds * 1_000);
}

// With the files' owner and permissions, without which the server refuses them.
async function copyFiles(folder: string): Promise<void> {
  execFileSync("cp", ["-a", await realpath(join(folder, "postgres")), join(folder, "copy")]);
}

async function restoreFiles(folder: string): Promise<void> {
  const home = await realpath(join(folder, "postgres"));
  execFileSync("rm", ["-rf", home]);
  execFileSync("cp", ["-a", join(folder, "copy"), home]);
}
