interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
  readonly os?: readonly string[];
}

/** A lock file of npm, as far as the checks read it. */
export interface LockFile {
  readonly packages: Readonly<Record<string, Locked>>;
}

/** An entry of the lock file, with the name of its package. */
interface Entry extends Locked {
  readonly path: string;
  readonly name: string;
}

/** The packages that `npm ci` installs. */
export function installedIn(lock: LockFile): Entry[] {
  return Object.entries(lock.packages)
    .filter(([path, { link }]) => path.includes("node_modules/") && link !== true)
    .map(([path, locked]) => ({ path, name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length), ...locked }));
}

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

/**
 * The problems of `allowScripts`: npm runs the install scripts of the packages that it allows and skips those that it denies, but an npm
 * older than 11.16 runs all, so each package with such a script has to be read before it is locked. An entry for a package that has none is
 * a problem too: the list says what can run.
 */
export function scriptProblems(lock: LockFile, allowed: Readonly<Record<string, boolean>>): string[] {
  const withScripts = new Set(
    installedIn(lock)
      .filter(({ hasInstallScript }) => hasInstallScript)
      .map(({ name }) => name),
  );
  const unread = [...withScripts].filter((name) => !(name in allowed));
  const superfluous = Object.keys(allowed).filter((name) => !withScripts.has(name));
  return [
    ...unread.map((name) => `${name} has an install script: allow or deny it in allowScripts of package.json.`),
    ...superfluous.map((name) => `${name} has no install script: remove it from allowScripts of package.json.`),
  ];
}
