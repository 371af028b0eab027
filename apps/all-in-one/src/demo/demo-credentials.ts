import { createHash } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { givenText } from "../settings.ts";

/** The credentials of the demo workspace. */
export interface DemoCredentials {
  readonly workspaceId: string;
  readonly workspaceAuthToken: string;
  readonly apiKey: string;
  readonly authToken: string;
}

interface DemoFile extends DemoCredentials {
  /** The URL of the latest start, for the command line's `login --demo`. */
  readonly baseUrl: string;
  /** The database that was filled. Another database has to be filled again. */
  readonly database: string;
}

/** The demo workspace of this data folder and database; undefined before it was filled. */
export async function readDemo(dataDir: string, environment: NodeJS.ProcessEnv): Promise<DemoFile | undefined> {
  try {
    const file = JSON.parse(await readFile(demoFile(dataDir), "utf8")) as DemoFile;
    return file.database === databaseMark(environment) ? file : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

/** Written last, when the demo is complete: after an interrupted start the demo is filled again. */
export async function writeDemo(dataDir: string, environment: NodeJS.ProcessEnv, demo: DemoCredentials, baseUrl: string): Promise<void> {
  const file: DemoFile = { ...demo, baseUrl, database: databaseMark(environment) };
  await writeFile(`${demoFile(dataDir)}.new`, JSON.stringify(file, null, 2), { mode: 0o600 });
  await rename(`${demoFile(dataDir)}.new`, demoFile(dataDir));
}

/** The absolute path of the credentials. */
export function demoFile(dataDir: string): string {
  return resolve(dataDir, "demo.json");
}

// The port of the embedded server changes with each start, but its data does not.
function databaseMark(environment: NodeJS.ProcessEnv): string {
  const { hostname, pathname } = new URL(givenText("PARLEY_DATABASE_URL", environment));
  return createHash("sha256").update(`${hostname}${pathname}`).digest("hex").slice(0, 16);
}
