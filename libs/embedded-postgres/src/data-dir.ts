import { readdir, readFile, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { ignoreMissing } from "./ignore-missing.ts";
import type { ServerUser } from "./server-user.ts";

/** Where a server's files are. */
export interface DataDir {
  /** The requested folder: absolute, its parents without links, so that one folder has one name. */
  asked: string;
  /** Where the files really are: the same folder, or the target of a link there. */
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
  const link = await ignoreMissing(readlink(asked), "EINVAL");
  if (link === undefined) return { asked, home: asked };
  const target = resolve(dirname(asked), link);
  return { asked, home: (await ignoreMissing(realpath(target))) ?? target };
}

/** The major version that wrote this folder; undefined when there is no folder or an empty one. Any other folder is refused. */
export async function dataVersion({ asked, home }: DataDir): Promise<string | undefined> {
  const version = await ignoreMissing(readFile(join(home, "PG_VERSION"), "utf8"));
  if (version !== undefined) return version.trim();
  const entries = await ignoreMissing(readdir(home));
  if (entries === undefined || entries.length === 0) return undefined;
  throw new EmbeddedPostgresError(`The data folder ${asked} is neither empty nor a Postgres data folder, so it is left alone.`);
}

/** The file with the superuser's password. */
export const passwordFile = (home: string) => `${home}.password`;
