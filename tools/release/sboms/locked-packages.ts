import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A package of others, as the lock file pins it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression, as the package says it. */
  readonly license: string | undefined;
  /** `sha512-…`, of the package as the registry gives it. */
  readonly integrity: string | undefined;
  /** Folder below the root. */
  readonly path: string;
}

interface Entry {
  readonly version?: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A machine that something runs on, in the words of npm. */
interface Platform {
  readonly os: string;
  readonly cpu: string;
}

/**
 * What these projects (`apps/cli`) need when they run, through all that their dependencies need, sorted by name. Optional packages for other platforms are
 * left out; without a platform, all of that kind are.
 */
export function lockedPackages(root: string, projects: readonly string[], platform?: Platform): LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as { packages: Readonly<Record<string, Entry>> };
  const found = new Set<string>();
  const visit = (path: string) => {
    const entry = packages[path];
    if (entry === undefined || found.has(path)) return;
    found.add(path);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const needed = resolved(packages, path, name);
      if (needed !== undefined && runsOn(packages[needed], platform)) visit(needed);
    }
  };
  for (const project of projects) visit(project);
  return [...found]
    .filter((path) => path.includes("node_modules/"))
    .map((path) => lockedPackage(path, packages[path] ?? {}))
    .toSorted((a, b) => compare(a.name, b.name) || compare(a.version, b.version) || compare(a.path, b.path));
}

function lockedPackage(path: string, { version = "", license, integrity }: Entry): LockedPackage {
  return { name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), version, license, integrity, path };
}

// As Node finds it: in the folder of who asks, then in each above.
function resolved(packages: Readonly<Record<string, Entry>>, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = folder === "" ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = packages[path];
    if (entry !== undefined) return entry.link ? entry.resolved : path;
    if (folder === "") return undefined;
  }
}

function runsOn(entry: Entry | undefined, platform: Platform | undefined): boolean {
  const allows = (listed: readonly string[] | undefined, own: string | undefined) =>
    listed === undefined || (own !== undefined && listed.includes(own));
  return allows(entry?.os, platform?.os) && allows(entry?.cpu, platform?.cpu);
}

function compare(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
