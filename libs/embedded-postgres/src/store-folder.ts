import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";

/** Where root keeps server files that the server's account could not reach at their own place. */
const store = "/var/lib/parley";

/** The folder of this name in the store: owned by root, entered by everyone whatever the umask. */
export async function storeFolder(name: string): Promise<string> {
  const folder = join(store, name);
  for (const path of [store, folder]) {
    await mkdir(path, { recursive: true });
    await chmod(path, 0o755);
  }
  return folder;
}

export function isStored(path: string): boolean {
  return path.startsWith(`${store}/`);
}
