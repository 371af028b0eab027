import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { until } from "../../libs/testing/src/until.ts";

const root = "/sys/fs/cgroup";
// Of one processor: what a process without a group has.
const weights = { "cpu.shares": 1024, "cpu.weight": 100 };

/** The group of the programs that are not pods: elsewhere they have machines of their own. */
export const controlPlaneGroup = "control";

/**
 * Makes the control groups of a node, or of the control plane. What is in them weighs as much as a machine with these processors does: without that, all pods
 * of a node together would get as much of a processor as any single thread beside them.
 */
export function makeControlGroup(name: string): void {
  for (const folder of foldersOf(name)) {
    mkdirSync(folder, { recursive: true });
    // A group of processors is unusable before it has been given some.
    for (const file of ["cpuset.cpus", "cpuset.mems"]) {
      const above = join(folder, "..", file);
      if (existsSync(join(folder, file)) && existsSync(above)) writeFileSync(join(folder, file), readFileSync(above));
    }
    for (const [file, ofOne] of Object.entries(weights)) {
      if (existsSync(join(folder, file))) writeFileSync(join(folder, file), String(ofOne * availableParallelism()));
    }
  }
}

/** Puts a process into the group, and so whatever it starts. */
export function enterControlGroup(name: string, processId: number): void {
  for (const folder of foldersOf(name)) writeFileSync(join(folder, "cgroup.procs"), String(processId));
}

/** Removes them as soon as the last process of them has gone, which takes a moment after it was killed. */
export async function removeControlGroups(name: string): Promise<void> {
  for (const folder of foldersOf(name)) await until(() => isRemoved(folder), 30_000);
}

// One for each kind of limit, or a single one where all kinds are in one tree (version 2).
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

// Files in it cannot be removed, and go with their folder.
function removeTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) if (entry.isDirectory()) removeTree(join(folder, entry.name));
  rmdirSync(folder);
}
