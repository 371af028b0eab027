import { execFile } from "node:child_process";
import { chmod, cp, mkdir, rm, truncate, writeFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";

const run = promisify(execFile);
// The file takes only the space in use.
const sizeBytes = 4 * 1024 ** 3;
const freeWithinMs = 20_000;

/** The disk of a machine that can lose its power. It keeps flushed data, and data that the kernel has written by then. */
export interface PoweredDisk {
  readonly folder: string;
  /** Unflushed data is lost at once, and reads and writes fail. */
  cut(): Promise<void>;
  /** Mounts the disk again when the programs with open files have ended. */
  powerOn(): Promise<void>;
  /** Deletes it with its content, after a copy to the folder, if given. */
  remove(copyTo?: string): Promise<void>;
}

/**
 * Mounts a file system from a file next to the folder; undefined without the permission to mount or the tools to cut it off (Debian's
 * `xfsprogs`).
 */
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
        // A killed program releases its files a moment later.
        if (performance.now() > deadline) throw error;
        await delay(20);
      }
    }
  };
  return {
    folder,
    // Shuts the file system down as its own tests do: not even the journal in memory is written.
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
