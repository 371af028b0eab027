interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
}

/** A lock file of npm, as far as the check reads it. */
interface LockFile {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** Packages for other platforms without an integrity: the registry from which the lock file was written does not have them. */
type Exceptions = readonly string[];

/**
 * The problems of a lock file: a package without an integrity is installed whatever its content. The list of exceptions may only shrink:
 * one that the lock has an integrity for, or no longer has, must be removed.
 */
export function lockProblems(lock: LockFile, exceptions: Exceptions): string[] {
  const unverified = Object.entries(lock.packages)
    .filter(([path, { link, integrity }]) => path.includes("node_modules/") && link !== true && integrity === undefined)
    .map(([path]) => path);
  const missing = unverified.filter((path) => !exceptions.includes(path)).map((path) => `${path} has no integrity in package-lock.json.`);
  const superfluous = exceptions
    .filter((path) => !unverified.includes(path))
    .map((path) => `${path} is no longer an exception: remove it from tools/supply/exceptions.json.`);
  return [...missing, ...superfluous];
}
