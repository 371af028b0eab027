import { randomBytes } from "node:crypto";
import { link, readdir, readFile, readlink, realpath, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError, hasCode, ignoreMissing } from "./failures.ts";
import type { ServerUser } from "./server-user.ts";

/** The location of a server's files. */
export interface DataDir {
  /** The requested folder, absolute and with its parents' links resolved, so that one folder has one name. */
  asked: string;
  /** The actual location of the files: the same folder, or the target of a link there. */
  home: string;
}

/** A folder that a server can be started on. */
export interface ServedDataDir extends DataDir {
  /** The account that the server runs as; undefined for our own. */
  user: ServerUser | undefined;
}

/** The data directory of this folder, whose parents must exist. */
export async function findDataDir(dataDir: string): Promise<DataDir> {
  const path = resolve(dataDir);
  const asked = join(await realpath(dirname(path)), basename(path));
  const linked = await ignoreMissing(readlink(asked), "EINVAL");
  if (linked === undefined) return { asked, home: asked };
  const target = resolve(dirname(asked), linked);
  return { asked, home: (await ignoreMissing(realpath(target))) ?? target };
}

/** The major version that wrote this folder; undefined for a missing or empty folder. Any other folder is refused. */
export async function dataVersion({ asked, home }: DataDir): Promise<string | undefined> {
  const version = await ignoreMissing(readFile(join(home, "PG_VERSION"), "utf8"));
  if (version !== undefined) return version.trim();
  const entries = await ignoreMissing(readdir(home));
  if (entries === undefined || entries.length === 0) return undefined;
  throw new EmbeddedPostgresError(`The data folder ${asked} is neither empty nor a Postgres data folder, so it is left alone.`);
}

/** The file with the superuser's password. */
export const passwordFile = (home: string) => `${home}.password`;

/** The superuser's password of an existing data folder. */
export async function readPassword({ asked, home }: DataDir): Promise<string> {
  const password = await ignoreMissing(readFile(passwordFile(home), "utf8"));
  if (password !== undefined) return password;
  throw new EmbeddedPostgresError(
    `The data folder ${asked} has lost its password file ${passwordFile(home)}: restore it, or remove the data.`,
  );
}

/** The password of a new data folder: 192 bits. The file appears whole, and when two processes create one, both get the first. */
export async function makePassword(dir: DataDir): Promise<string> {
  const stage = unfinishedName(passwordFile(dir.home));
  try {
    await writeFile(stage, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    await link(stage, passwordFile(dir.home));
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await rm(stage, { force: true });
  }
  return readPassword(dir);
}

const runId = randomBytes(4).toString("hex");
const unfinished = ".unfinished-";

/**
 * A new name next to `path` for an unfinished file or folder: the pid, a random number for this process (pids repeat), and one for this
 * call.
 */
export function unfinishedName(path: string): string {
  return `${path}${unfinished}${process.pid}-${runId}-${randomBytes(4).toString("hex")}`;
}

/**
 * Removes unfinished files for this path that ended processes have left. Files that cannot be removed (a killed parent's initdb still
 * writes) are left for the next time.
 */
export async function removeUnfinished(path: string): Promise<void> {
  const entries = await ignoreMissing(readdir(dirname(path)), "EACCES");
  for (const entry of entries ?? []) {
    if (!entry.startsWith(basename(path)) || !isAbandoned(entry)) continue;
    await Promise.allSettled([rm(join(dirname(path), entry), { recursive: true, force: true })]);
  }
}

function isAbandoned(entry: string): boolean {
  const [pid, run] = (entry.split(unfinished)[1] ?? "").split("-");
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
