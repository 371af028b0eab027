import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { findDataPlace, type ServedPlace } from "./data-place.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { rootPlace } from "./root-place.ts";
import { weAreRoot } from "./server-user.ts";
import { whenAbsent } from "./when-absent.ts";

/** The folder's place, ready for a start: its parents are made, and root finds one that the server's account can reach. */
export async function prepareDataPlace(dataDir: string): Promise<ServedPlace> {
  await mkdir(dirname(resolve(dataDir)), { recursive: true });
  const place = await findDataPlace(dataDir);
  if (weAreRoot()) return rootPlace(place);
  const owner = (await whenAbsent(stat(place.home)))?.uid;
  if (owner === undefined || owner === process.getuid?.()) return { ...place, user: undefined };
  throw new EmbeddedPostgresError(`The data folder ${place.asked} belongs to another account (uid ${owner}), so this one cannot serve it.`);
}
