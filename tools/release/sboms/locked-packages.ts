import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A third-party package, as the lock file pins it. */
export interface LockedPackage {
  readonly name: string;
  readonly version: string;
  /** The SPDX expression in the package's manifest. */
  readonly license: string | undefined;
  /** The registry's digest of the package: `sha512-…`. */
  readonly integrity: string | undefined;
  /** The folder below the root. */
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

/** The platform on which a project runs, in npm's terms. */
interface Platform {
  readonly os: string;
  readonly cpu: string;
}

/**
 * The packages that projects (such as `apps/cli`) need at run time, directly and indirectly, sorted by name. Packages for other platforms
 * are left out; without a platform, all platform-specific packages are.
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

// Looks up a package as Node does: in the folder of the importing package, then in each parent folder.
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
