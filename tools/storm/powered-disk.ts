import { execFile } from "node:child_process";
import { chmod, cp, mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
// The file takes what is used of it.
const sizeBytes = 4 * 1024 ** 3;
const freeWithinMs = 20_000;

/** The disk of a machine that can lose its power. What is flushed, and what the kernel has written by itself until then, stays on it. */
export interface PoweredDisk {
  readonly folder: string;
  /** What is written and not on the disk is gone at once, and nothing more can be read or written. */
  cut(): Promise<void>;
  /** Mounts again what is on it, when the programs that had files open on it have ended. */
  powerOn(): Promise<void>;
  /** What is on it goes with it, after it was copied to the folder, if one is named. */
  remove(copyTo?: string): Promise<void>;
}

/** A file system in a file beside the folder; undefined where we may not mount one, or cannot cut it off (Debian's `xfsprogs`). */
export async function mountPoweredDisk(folder: string): Promise<PoweredDisk | undefined> {
  const image = `${folder}.image`;
  const mount = () => run("mount", ["-o", "loop", image, folder]);
  await mkdir(folder);
  try {
    await run("xfs_io", ["-V"]);
    await writeFile(image, "");
    await truncate(image, sizeBytes);
    await run("mkfs.xfs", ["-q", image]);
    await mount();
  } catch {
    await rm(image, { force: true });
    return undefined;
  }
  await chmod(folder, 0o755);
  const unmount = async () => {
    const deadline = performance.now() + freeWithinMs;
    for (;;) {
      try {
        return void (await run("umount", [folder]));
      } catch (error) {
        // A program that was killed lets go of its files a moment later.
        if (performance.now() > deadline) throw error;
        await delay(20);
      }
    }
  };
  return {
    folder,
    // As tests of file systems do it: not even the journal in memory is written.
    cut: async () => void (await run("xfs_io", ["-x", "-c", "shutdown", folder])),
    powerOn: async () => {
      await unmount();
      await mount();
    },
    remove: async (copyTo) => {
      if (copyTo !== undefined) await cp(folder, copyTo, { recursive: true });
      await unmount();
      await rm(image);
    },
  };
}
