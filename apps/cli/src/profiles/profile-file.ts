import { mkdir, readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { writePrivateFile } from "../files/write-private-file.ts";
import type { Profile } from "./profile.ts";

/** The profiles of a person on this machine. */
interface ProfileFile {
  readonly current: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

const none: ProfileFile = { current: "default", profiles: {} };

/** The path of the profile file. */
export function profilePath({ PARLEY_CONFIG_DIR, XDG_CONFIG_HOME }: NodeJS.ProcessEnv): string {
  return join(PARLEY_CONFIG_DIR || join(XDG_CONFIG_HOME || join(homedir(), ".config"), "parley"), "profiles.json");
}

export async function readProfiles(path: string): Promise<ProfileFile> {
  try {
    return { ...none, ...(JSON.parse(await readFile(path, "utf8")) as Partial<ProfileFile>) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return none;
    if (error instanceof SyntaxError) throw new Error(`${path} is not valid JSON: correct it, or delete it and log in again.`);
    throw error;
  }
}

/** Readable by the owner only: it contains secrets. */
export async function writeProfiles(path: string, file: ProfileFile): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writePrivateFile(path, `${JSON.stringify(file, null, 2)}\n`);
}
