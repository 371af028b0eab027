import { createHash } from "node:crypto";
import { mkdir, rename, rm, rmdir, stat, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { canEnter } from "./can-enter.ts";
import { claimRunning } from "./claim-running.ts";
import { type DataPlace, dataVersion, findDataPlace, passwordFile, type ServedPlace } from "./data-place.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { stopPostmaster } from "./postmaster.ts";
import { type ServerUser, serverUser } from "./server-user.ts";
import { storeFolder } from "./store-folder.ts";
import { whenAbsent } from "./when-absent.ts";

/**
 * The place for a server that root starts. Data that is there is served by its owner; new data belongs to the account `postgres`. When
 * that account cannot reach the folder (below /root, say), the data is kept in /var/lib/parley/<hash of the folder's path>/data and a
 * link is left at the folder. A removed link is removed data: the next start begins again and keeps what was there once, as
 * `data.unlinked`.
 */
export async function rootPlace(place: DataPlace): Promise<ServedPlace> {
  const owner = (await dataVersion(place)) === undefined ? undefined : await ownerOf(place.home);
  const user = owner ?? (await serverUser());
  if (place.home !== place.asked) await mkdir(dirname(place.home), { recursive: true });
  if (await canEnter(dirname(place.home), user)) return { ...place, user };
  if (owner === undefined) return { ...(await storedPlace(place)), user };
  throw new EmbeddedPostgresError(
    `The data folder ${place.asked} cannot be entered by its owner (uid ${owner.uid}), as whom Postgres would run: let all enter its parents.`,
  );
}

// Postgres serves no data that belongs to root, and says so itself.
async function ownerOf(home: string): Promise<ServerUser> {
  const { uid, gid } = await stat(home);
  return { uid, gid };
}

// The link comes before the data, so that a crash in between leaves nothing that looks abandoned.
async function storedPlace({ asked }: DataPlace): Promise<DataPlace> {
  const name = createHash("sha256").update(asked).digest("hex").slice(0, 16);
  const home = join(await storeFolder(name), "data");
  await setAside({ asked, home });
  await whenAbsent(rmdir(asked), "ENOTDIR");
  await whenAbsent(symlink(home, asked), "EEXIST");
  return findDataPlace(asked);
}

async function setAside(place: DataPlace): Promise<void> {
  if ((await dataVersion(place)) === undefined) return;
  const running = await claimRunning(place);
  await running?.ownership.release(() => stopPostmaster(place.home, running.postmaster.pid));
  const aside = join(dirname(place.home), "data.unlinked");
  await rm(aside, { recursive: true, force: true });
  await rename(place.home, aside);
  await rename(passwordFile(place.home), passwordFile(aside));
}
