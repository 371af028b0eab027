import { existsSync, readdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { until } from "../../libs/testing/src/until.ts";

const root = "/sys/fs/cgroup";

/** The control groups of a node: one for each kind of limit, or a single one where all kinds are in one tree (version 2). */
export function controlGroupFolders(node: string): string[] {
  if (existsSync(join(root, "cgroup.controllers"))) return [join(root, `parley-${node}`)];
  const kinds = ["cpu", "cpuacct", "cpuset", "memory", "pids", "devices", "freezer", "blkio", "hugetlb", "systemd"];
  return kinds.filter((kind) => existsSync(join(root, kind))).map((kind) => join(root, kind, `parley-${node}`));
}

/** Removes them as soon as the last process of them has gone, which takes a moment after it was killed. */
export async function removeControlGroups(node: string): Promise<void> {
  for (const folder of controlGroupFolders(node)) await until(() => isRemoved(folder), 30_000);
}

function isRemoved(folder: string): boolean {
  if (!existsSync(folder)) return true;
  try {
    removeTree(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EBUSY") throw error;
    return false;
  }
}

// Files in it cannot be removed, and go with their folder.
function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) removeTree(join(folder, entry.name));
  rmdirSync(folder);
}
