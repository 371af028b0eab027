import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";

/** The account that the server runs as. */
export interface ServerUser {
  uid: number;
  gid: number;
}

const run = promisify(execFile);
const account = "postgres";

export function weAreRoot(): boolean {
  return process.getuid?.() === 0;
}

/** The account `postgres`, which root makes when it is missing: Postgres refuses to run as root. */
export async function serverUser(): Promise<ServerUser> {
  const found = await lookUp();
  if (found) return found;
  const refusal = await createAccount();
  const created = await lookUp();
  if (created) return created;
  throw new EmbeddedPostgresError(
    `Postgres does not run as root and the account "${account}" could not be made (${refusal}): start Parley as an ordinary user.`,
  );
}

async function lookUp(): Promise<ServerUser | undefined> {
  try {
    const [uid, gid] = await Promise.all([run("id", ["-u", account]), run("id", ["-g", account])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    // `id` fails for an unknown account, which is the answer.
    return undefined;
  }
}

// Two processes may do this at once: one is refused, so what counts is whether the account exists afterwards.
async function createAccount(): Promise<string> {
  try {
    await run("useradd", ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin", account]);
    return "useradd succeeded, id does not find it";
  } catch (error) {
    return error instanceof Error ? error.message.trim().replaceAll("\n", " ") : String(error);
  }
}
