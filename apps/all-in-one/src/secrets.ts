import { randomBytes } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { randomText } from "@parley/kernel";

/** The variables for which an all-in-one installation generates secrets. */
export const secretNames = ["PARLEY_SERVICE_TOKENS", "PARLEY_MASTER_KEYS", "PARLEY_ADMIN_TOKEN"] as const;

type SecretName = (typeof secretNames)[number];

/** The secrets of an all-in-one installation, generated at its first start and stored in `secrets.json`, readable only by its owner. */
export async function readOrMakeSecrets(dataDir: string): Promise<Record<SecretName, string>> {
  const file = secretsFile(dataDir);
  try {
    return JSON.parse(await readFile(file, "utf8")) as Record<SecretName, string>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
  }
  const secrets: Record<SecretName, string> = {
    PARLEY_SERVICE_TOKENS: randomText(43),
    PARLEY_MASTER_KEYS: `k1:${randomBytes(32).toString("base64")}`,
    PARLEY_ADMIN_TOKEN: `admin_${randomText(43)}`,
  };
  // Written completely or not at all: a partial file would make the data permanently unreadable.
  await writeFile(`${file}.new`, JSON.stringify(secrets, null, 2), { mode: 0o600 });
  await rename(`${file}.new`, file);
  return secrets;
}

/** The absolute path of the secrets. */
export function secretsFile(dataDir: string): string {
  return resolve(dataDir, "secrets.json");
}
