import { chmod, cp, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { hasCode, ignoreMissing } from "./ignore-missing.ts";
import { allows, isAccessible } from "./is-accessible.ts";
import type { ServerUser } from "./server-user.ts";
import { storeFolder } from "./store-folder.ts";

/**
 * The folder of the server's program, or its copy in the store, made once, when this user cannot execute it where it is (below /root, say).
 */
export async function reachableBinaries(native: string, name: string, user: ServerUser): Promise<string> {
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

// Two processes may copy at once: each into a folder of its own, and the first one's rename counts.
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
