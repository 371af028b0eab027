import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { attachRunning } from "./attach-running.ts";
import { type DataDir, dataVersion, findDataDir, passwordFile, removeUnfinished, unfinishedName } from "./data-dir.ts";
import { explainFolderFailure, ignoreMissing } from "./failures.ts";
import { stopPostmaster } from "./postmaster.ts";
import { isStored } from "./server-user.ts";

/**
 * Deletes the data folder, its password and its files elsewhere, after stopping a server that a killed process left on it. Fails with an
 * EmbeddedPostgresError, and deletes nothing, when another process uses the folder or when it contains anything but Postgres data. A
 * missing folder is fine.
 */
export async function resetEmbeddedPostgres(dataDir: string): Promise<void> {
  try {
    const dir = await ignoreMissing(findDataDir(dataDir));
    if (dir) await remove(dir);
  } catch (error) {
    throw explainFolderFailure(error, resolve(dataDir));
  }
}

async function remove(dir: DataDir): Promise<void> {
  const { asked, home } = dir;
  await dataVersion(dir);
  const running = await attachRunning(dir);
  await running?.ownership.release(() => stopPostmaster(home, running.postmaster.pid));

  // Renamed first, so that a half-deleted folder never looks like a whole one.
  const toDelete = unfinishedName(home);
  await ignoreMissing(rename(home, toDelete));
  await rm(toDelete, { recursive: true, force: true });
  await rm(passwordFile(home), { force: true });
  if (home !== asked) await rm(asked, { force: true });
  if (isStored(home)) await rm(dirname(home), { recursive: true, force: true });
  else await removeUnfinished(home);
}
