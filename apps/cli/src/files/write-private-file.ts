import { chmod, rename, writeFile } from "node:fs/promises";

/** Writes a file that only its owner may read, as a whole: after a kill the previous one is still there. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const next = `${path}.${process.pid}`;
  await writeFile(next, text, { mode: 0o600 });
  // The mode above applies to a new file only, and one of a killed run may exist.
  await chmod(next, 0o600);
  await rename(next, path);
}
