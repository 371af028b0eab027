import { createHash } from "node:crypto";
import { mkdir, rename, rm, rmdir, stat, symlink } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { attachRunning } from "./attach-running.ts";
import { type DataDir, dataVersion, findDataDir, passwordFile, type ServedDataDir } from "./data-dir.ts";
import { EmbeddedPostgresError, ignoreMissing } from "./failures.ts";
import { stopPostmaster } from "./postmaster.ts";
import { isAccessible, type ServerUser, serverUser, storeFolder, weAreRoot } from "./server-user.ts";

/**
 * The folder's data directory, ready for a start: its parents are created, and when we are root it is one that the server's account can
 * reach.
 */
export async function prepareDataDir(dataDir: string): Promise<ServedDataDir> {
  await mkdir(dirname(resolve(dataDir)), { recursive: true });
  const dir = await findDataDir(dataDir);
  if (weAreRoot()) return rootDataDir(dir);
  const owner = (await ignoreMissing(stat(dir.home)))?.uid;
  if (owner === undefined || owner === process.getuid?.()) return { ...dir, user: undefined };
  throw new EmbeddedPostgresError(`The data folder ${dir.asked} belongs to another account (uid ${owner}), so this one cannot serve it.`);
}

/**
 * The data directory of a server that root starts. Existing data is served by its owner; new data belongs to the account `postgres`. If
 * that account cannot reach the folder (below /root, say), the data is kept in /var/lib/parley/<hash of the folder's path>/data, with a
 * link at the folder. Removing the link means removing the data: the next start begins anew and keeps the old data once, as
 * `data.unlinked`.
 */
async function rootDataDir(dir: DataDir): Promise<ServedDataDir> {
  const owner = (await dataVersion(dir)) === undefined ? undefined : await ownerOf(dir.home);
  const user = owner ?? (await serverUser());
  if (dir.home !== dir.asked) await mkdir(dirname(dir.home), { recursive: true });
  if (await isAccessible(dirname(dir.home), user)) return { ...dir, user };
  if (owner === undefined) return { ...(await storedDataDir(dir)), user };
  throw new EmbeddedPostgresError(
    `The data folder ${dir.asked} cannot be entered by its owner (uid ${owner.uid}), as whom Postgres would run: make its parents accessible to all.`,
  );
}

// Postgres refuses to serve data that belongs to root.
async function ownerOf(home: string): Promise<ServerUser> {
  const { uid, gid } = await stat(home);
  return { uid, gid };
}

// The link is created before the data, so that a crash in between leaves no folder that looks abandoned.
async function storedDataDir({ asked }: DataDir): Promise<DataDir> {
  const name = createHash("sha256").update(asked).digest("hex").slice(0, 16);
  const home = join(await storeFolder(name), "data");
  await setAside({ asked, home });
  await ignoreMissing(rmdir(asked), "ENOTDIR");
  await ignoreMissing(symlink(home, asked), "EEXIST");
  return findDataDir(asked);
}

async function setAside(dir: DataDir): Promise<void> {
  if ((await dataVersion(dir)) === undefined) return;
  const running = await attachRunning(dir);
  await running?.ownership.release(() => stopPostmaster(dir.home, running.postmaster.pid));
  const aside = join(dirname(dir.home), "data.unlinked");
  await rm(aside, { recursive: true, force: true });
  await rename(dir.home, aside);
  await rename(passwordFile(dir.home), passwordFile(aside));
}
