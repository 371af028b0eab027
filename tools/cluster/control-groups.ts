import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { until } from "../../libs/testing/src/until.ts";

const root = "/sys/fs/cgroup";
// The values for one processor, which is what a process without a group has.
const weights = { "cpu.shares": 1024, "cpu.weight": 100 };

/** The group of the programs that are not pods; in a real cluster they have their own machines. */
export const controlPlaneGroup = "control";

/**
 * Makes the control groups of a node or of the control plane. The group has the weight of a machine with these processors: without it, all
 * pods of a node together would get only as much processor time as a single thread next to them.
 */
export function makeControlGroup(name: string): void {
  for (const folder of foldersOf(name)) {
    mkdirSync(folder, { recursive: true });
    // A group needs processors before it can be used.
    for (const file of ["cpuset.cpus", "cpuset.mems"]) {
      const above = join(folder, "..", file);
      if (existsSync(join(folder, file)) && existsSync(above)) writeFileSync(join(folder, file), readFileSync(above));
    }
    for (const [file, ofOne] of Object.entries(weights)) {
      if (existsSync(join(folder, file))) writeFileSync(join(folder, file), String(ofOne * availableParallelism()));
    }
  }
}

/** Puts a process, and everything that it starts, into the group. */
export function enterControlGroup(name: string, processId: number): void {
  for (const folder of foldersOf(name)) writeFileSync(join(folder, "cgroup.procs"), String(processId));
}

/** Removes the groups when their last process has ended, which takes a moment after a kill. */
export async function removeControlGroups(name: string): Promise<void> {
  for (const folder of foldersOf(name)) await until(() => isRemoved(folder), 30_000);
}

// One folder for each kind of limit, or a single one where all kinds share one tree (version 2).
function foldersOf(name: string): string[] {
  if (existsSync(join(root, "cgroup.controllers"))) return [join(root, `parley-${name}`)];
  const kinds = ["cpu", "cpuacct", "cpuset", "memory", "pids", "devices", "freezer", "blkio", "hugetlb", "systemd"];
  return kinds.filter((kind) => existsSync(join(root, kind))).map((kind) => join(root, kind, `parley-${name}`));
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

// Files in it cannot be removed; they disappear with their folder.
function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) removeTree(join(folder, entry.name));
  rmdirSync(folder);
}
