import { execFile } from "node:child_process";
import { chmod, cp, mkdir, statfs } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
// Kept in memory as far as it is used.
const sizeBytes = 4 * 1024 ** 3;

/** A separate disk that can become full. */
export interface SmallDisk {
  readonly folder: string;
  /** Fills the disk, so that not even one more page fits. */
  fill(): Promise<void>;
  free(): Promise<void>;
  /** Deletes it with its content, after a copy to the folder, if given. */
  remove(copyTo?: string): Promise<void>;
}

/** Mounts the disk; undefined without the permission to mount. */
export async function mountSmallDisk(folder: string): Promise<SmallDisk | undefined> {
  await mkdir(folder);
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${sizeBytes}`, "tmpfs", folder]);
  } catch {
    return undefined;
  }
  await chmod(folder, 0o755);
  const resize = (bytes: number) => run("mount", ["-o", `remount,size=${bytes}`, folder]);
  return {
    folder,
    // Concurrent writes make the size too small, and the kernel refuses it.
    fill: async () => {
      for (let tried = 0; tried < 20; tried++) {
        const { blocks, bfree, bsize } = await statfs(folder);
        if (await resize((blocks - bfree) * bsize).then(isDone, isRefused)) return;
      }
      throw new Error(`The disk ${folder} could not be filled.`);
    },
    free: async () => void (await resize(sizeBytes)),
    remove: async (copyTo) => {
      if (copyTo !== undefined) await cp(folder, copyTo, { recursive: true });
      await run("umount", [folder]);
    },
  };
}

const isDone = () => true;
const isRefused = () => false;
