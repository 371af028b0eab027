import { randomBytes } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import { type DataDir, passwordFile } from "./data-dir.ts";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { hasCode, ignoreMissing } from "./ignore-missing.ts";
import { unfinishedName } from "./unfinished-files.ts";

/** The superuser's password of an existing data folder. */
export async function readPassword({ asked, home }: DataDir): Promise<string> {
  const password = await ignoreMissing(readFile(passwordFile(home), "utf8"));
  if (password !== undefined) return password;
  throw new EmbeddedPostgresError(
    `The data folder ${asked} has lost its password file ${passwordFile(home)}: restore it, or remove the data.`,
  );
}

/** The password of a new data folder: 192 bits. The file appears whole, and when two processes create one, both get the first. */
export async function makePassword(dir: DataDir): Promise<string> {
  const stage = unfinishedName(passwordFile(dir.home));
  try {
    await writeFile(stage, randomBytes(24).toString("base64url"), { mode: 0o600, flush: true });
    await link(stage, passwordFile(dir.home));
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  } finally {
    await rm(stage, { force: true });
  }
  return readPassword(dir);
}
