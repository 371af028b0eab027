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
