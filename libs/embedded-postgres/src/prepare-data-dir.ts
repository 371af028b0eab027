import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { findDataDir, type ServedDataDir } from "./data-dir.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { ignoreMissing } from "./ignore-missing.ts";
import { rootDataDir } from "./root-data-dir.ts";
import { weAreRoot } from "./server-user.ts";

/** The folder's data directory, ready for a start: its parents are created, and for root it is one that the server's account can reach. */
export async function prepareDataDir(dataDir: string): Promise<ServedDataDir> {
  await mkdir(dirname(resolve(dataDir)), { recursive: true });
  const dir = await findDataDir(dataDir);
  if (weAreRoot()) return rootDataDir(dir);
  const owner = (await ignoreMissing(stat(dir.home)))?.uid;
  if (owner === undefined || owner === process.getuid?.()) return { ...dir, user: undefined };
  throw new EmbeddedPostgresError(`The data folder ${dir.asked} belongs to another account (uid ${owner}), so this one cannot serve it.`);
}
