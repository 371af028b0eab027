interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly os?: readonly string[];
}

/** Packages of other platforms, whose integrity is not known: the registry that the lock was written with does not have them. */
type Exceptions = readonly string[];

/**
 * What is wrong with a lock file: a package without an integrity is installed whatever it holds. The exceptions only ever get fewer: one that the lock has
 * an integrity for, or no longer has, is to be taken off the list.
 */
export function lockProblems(lock: { readonly packages: Readonly<Record<string, Locked>> }, exceptions: Exceptions): string[] {
  const installed = Object.entries(lock.packages).filter(([path, { link }]) => path.includes("node_modules/") && link !== true);
  const unverified = installed.filter(([, { integrity }]) => integrity === undefined).map(([path]) => path);
  const missing = unverified.filter((path) => !exceptions.includes(path)).map((path) => `${path} has no integrity in package-lock.json.`);
  const superfluous = exceptions
    .filter((path) => !unverified.includes(path))
    .map((path) => `${path} is no exception any more: take it off the list of tools/supply/exceptions.json.`);
  return [...missing, ...superfluous];
}
