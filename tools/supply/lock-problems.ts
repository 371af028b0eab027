import { installedIn, type LockFile } from "./lock-file.ts";

/** Packages for other platforms without an integrity: the registry from which the lock file was written does not have them. */
type Exceptions = readonly string[];

/**
 * The problems of a lock file: a package without an integrity is installed whatever its content. The list of exceptions may only shrink:
 * one that the lock has an integrity for, or no longer has, must be removed.
 */
export function lockProblems(lock: LockFile, exceptions: Exceptions): string[] {
  const unverified = installedIn(lock)
    .filter(({ integrity }) => integrity === undefined)
    .map(({ path }) => path);
  const missing = unverified.filter((path) => !exceptions.includes(path)).map((path) => `${path} has no integrity in package-lock.json.`);
  const superfluous = exceptions
    .filter((path) => !unverified.includes(path))
    .map((path) => `${path} is no longer an exception: remove it from tools/supply/exceptions.json.`);
  return [...missing, ...superfluous];
}
