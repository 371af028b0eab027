import { chmod, rename, writeFile } from "node:fs/promises";

/** Writes a file that its owner alone may read, whole or not at all: after a kill the previous one is still there. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const next = `${path}.${process.pid}`;
  await writeFile(next, text, { mode: 0o600 });
  // The mode above is for a new file, and one of a run that was killed may be there.
  await chmod(next, 0o600);
  await rename(next, path);
}
