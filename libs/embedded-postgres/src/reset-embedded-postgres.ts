import { rename, rm } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { claimRunning } from "./claim-running.ts";
import { type DataPlace, dataVersion, findDataPlace, passwordFile } from "./data-place.ts";
import { explainFolderFailure } from "./explain-folder-failure.ts";
import { stopPostmaster } from "./postmaster.ts";
import { removeStages, stageName } from "./stage.ts";
import { isStored } from "./store-folder.ts";
import { whenAbsent } from "./when-absent.ts";

/**
 * Removes the data folder with its password and whatever belongs to it elsewhere, after stopping a server that a killed process left on
 * it. Fails with an EmbeddedPostgresError, and removes nothing, when another process uses the folder or when it holds something else
 * than a Postgres data folder. Nothing there is fine.
 */
export async function resetEmbeddedPostgres(dataDir: string): Promise<void> {
  try {
    const place = await whenAbsent(findDataPlace(dataDir));
    if (place) await remove(place);
  } catch (error) {
    throw explainFolderFailure(error, resolve(dataDir));
  }
}

async function remove(place: DataPlace): Promise<void> {
  const { asked, home } = place;
  await dataVersion(place);
  const running = await claimRunning(place);
  await running?.ownership.release(() => stopPostmaster(home, running.postmaster.pid));

  // Renamed first: half a folder must never look like a whole one.
  const toDelete = stageName(home);
  await whenAbsent(rename(home, toDelete));
  await rm(toDelete, { recursive: true, force: true });
  await rm(passwordFile(home), { force: true });
  if (home !== asked) await rm(asked, { force: true });
  if (isStored(home)) await rm(dirname(home), { recursive: true, force: true });
  else await removeStages(home);
}
