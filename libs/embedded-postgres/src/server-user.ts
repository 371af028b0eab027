import { execFile } from "node:child_process";
import type { Stats } from "node:fs";
import { chmod, mkdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./failures.ts";

/** The account that the server runs as. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const run = promisify(execFile);
const account = "postgres";

export function weAreRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account `postgres`, which root creates when it is missing: Postgres refuses to run as root. */
export async function serverUser(): Promise<ServerUser> {
  const found = await lookUp();
  if (found) return found;
  const refusal = await createAccount();
  const created = await lookUp();
  if (created) return created;
  throw new EmbeddedPostgresError(
    `Postgres does not run as root and the account "${account}" could not be made (${refusal}): start Parley as an ordinary user.`,
  );
}

async function lookUp(): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", account]), run("id", ["-g", account])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` fails for an unknown account.
    return undefined;
  }
}

// Two processes may do this at once, and one is refused: what counts is whether the account exists afterwards.
async function createAccount(): Promise<string> {
  try {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", account]);
    return "useradd succeeded, id does not find it";
  } catch (error) {
    return error instanceof Error ? error.message.trim().replaceAll("\n", " ") : String(error);
  }
}

/**
 * Options for running the server's programs: messages in English, none of our environment (a stray PGDATA or LC_ALL changes their
 * behaviour), and a working directory that the server's account can enter, which ours may not be.
 */
export function serverProcess(user: ServerUser | undefined) {
  return { ...user, cwd: "/", env: { LC_ALL: "C" } };
}

/**
 * Whether the user may enter this folder and each of its parents. Judged by the mode alone: an access list that grants more only leads to
 * an unneeded copy below /var/lib/parley.
 */
export async function isAccessible(folder: string, user: ServerUser): Promise<boolean> {
  if (!allows(await stat(folder), user, 0o1)) return false;
  const parent = dirname(folder);
  return parent === folder || isAccessible(parent, user);
}

/** Whether the mode grants this user the right (4 read, 2 write, 1 enter or execute). */
export function allows({ mode, uid, gid }: Stats, user: ServerUser, right: number): boolean {
  const shift = uid === user.uid ? 6 : gid === user.gid ? 3 : 0;
  return ((mode >> shift) & right) === right;
}

/** The folder where root keeps server files that the server's account could not reach in their own place. */
const store = "/var/lib/parley";

/** The folder of this name in the store: owned by root, entered by everyone whatever the umask. */
export async function storeFolder(name: string): Promise<string> {
  const folder = join(store, name);
  for (const path of [store, folder]) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
  }
  return folder;
}

export function isStored(path: string): boolean {
  return path.startsWith(`${store}/`);
}
