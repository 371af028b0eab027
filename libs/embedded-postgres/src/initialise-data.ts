import { execFile } from "node:child_process";
import { chown, mkdir, open, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { dataVersion, makePassword, removeUnfinished, type ServedDataDir, unfinishedName } from "./data-dir.ts";
import { EmbeddedPostgresError, explainOutput, hasCode } from "./failures.ts";
import type { Binaries } from "./find-binaries.ts";
import { serverProcess } from "./server-user.ts";

const run = promisify(execFile);

/**
 * Creates the data folder unless it exists. It is created under another name and renamed, so the folder at `home` is always complete: the
 * leftovers of a process that is killed here are removed by the next start. Of two concurrent calls the first rename counts.
 */
export async function initialiseData(dir: ServedDataDir, binaries: Binaries, durable: boolean): Promise<void> {
  await removeUnfinished(dir.home);
  const version = await dataVersion(dir);
  if (version === binaries.major) return;
  if (version !== undefined) throw otherVersion(dir.asked, version, binaries.major);
  const password = await makePassword(dir);
  const stage = unfinishedName(dir.home);
  try {
    await fillStage(stage, password, dir, binaries, durable);
    await rename(join(stage, "data"), dir.home);
    if (durable) await flush(dirname(dir.home));
  } catch (error) {
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}

function otherVersion(asked: string, found: string, ours: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The data folder ${asked} was written by Postgres ${found} and this is Postgres ${ours}: dump it with ${found}, or use another folder.`,
  );
}

async function fillStage(
  stage: string,
  password: string,
  dir: ServedDataDir,
  { initdb, major }: Binaries,
  durable: boolean,
): Promise<void> {
  const passwordCopy = join(stage, "password");
  await mkdir(stage, { mode: 0o700 });
  await writeFile(passwordCopy, password, { mode: 0o600 });
  if (dir.user) {
    await chown(passwordCopy, dir.user.uid, dir.user.gid);
    await chown(stage, dir.user.uid, dir.user.gid);
  }
  const args = [
    ...initdbArguments,
    ...localeArguments(major),
    `--pgdata=${join(stage, "data")}`,
    `--pwfile=${passwordCopy}`,
    ...(durable ? [] : ["--no-sync"]),
  ];
  try {
    await run(initdb, args, serverProcess(dir.user));
  } catch (error) {
    throw explainInitdb(error, dir.asked);
  }
}

const initdbArguments = ["--username=postgres", "--auth=scram-sha-256", "--encoding=UTF8", "--no-instructions"];

// C.UTF-8 sorts by bytes like C, and has upper and lower case beyond ASCII. The builtin provider, new in 17, needs nothing from the
// machine.
function localeArguments(major: string): string[] {
  return Number(major) < 17 ? ["--locale=C.UTF-8"] : ["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"];
}

function explainInitdb(error: unknown, asked: string): unknown {
  if (!(error instanceof Error && "stderr" in error)) return error;
  const lines = String(error.stderr).trim().split("\n");
  const message = `The data folder ${asked} could not be initialised: ${lines.join(" | ")}`;
  return explainOutput(lines, asked) ?? new EmbeddedPostgresError(message, { cause: error });
}

async function flush(folder: string): Promise<void> {
  await using handle = await open(folder);
  await handle.sync();
}
