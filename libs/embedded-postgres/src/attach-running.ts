import { setTimeout } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import { type DataDir, passwordFile, readPassword } from "./data-dir.ts";
import { EmbeddedPostgresError } from "./failures.ts";
import { findPostmaster, type Postmaster } from "./postmaster.ts";

/** A running server that this process owns. */
export interface OwnedServer {
  postmaster: Postmaster;
  ownership: Ownership;
}

/** Another process owns the server of this folder. */
export class DataFolderInUse extends EmbeddedPostgresError {}

const pollMs = 25;
const readyWithinMs = 120_000;
// A killed owner keeps its lock until the kernel and Postgres notice.
const heldGraceMs = 1_000;

/**
 * Becomes the owner of the server that already runs on this folder, once it has started or recovered. Undefined when none runs, or when one
 * was just stopping. Fails with DataFolderInUse when another process owns it.
 */
export async function attachRunning(dir: DataDir): Promise<OwnedServer | undefined> {
  const deadline = Date.now() + readyWithinMs;
  let heldUntil = Number.POSITIVE_INFINITY;
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(dir.home);
    if (postmaster === undefined) return undefined;
    const claim = await claimReady(dir, postmaster);
    if (claim.kind === "owned") return { postmaster, ownership: claim.ownership };
    if (claim.kind === "held") heldUntil = Math.min(heldUntil, Date.now() + heldGraceMs);
    if (claim.kind === "held" && Date.now() >= heldUntil) throw inUse(dir, claim.by);
    if (claim.kind === "wrong password") throw wrongPassword(dir);
    await setTimeout(pollMs);
  }
  throw new EmbeddedPostgresError(`The server that runs on ${dir.asked} was not ready within ${readyWithinMs / 1_000} s.`);
}

async function claimReady(dir: DataDir, { port, ready }: Postmaster): Promise<Claim> {
  return ready ? claimServer(serverUrl(port, await readPassword(dir))) : { kind: "unreachable" };
}

function inUse({ asked }: DataDir, by: string): DataFolderInUse {
  return new DataFolderInUse(`Another Parley process${by} uses the data folder ${asked}.`);
}

function wrongPassword({ asked, home }: DataDir): EmbeddedPostgresError {
  return new EmbeddedPostgresError(`The server that runs on ${asked} refuses the password in ${passwordFile(home)}.`);
}

/** The superuser's URL of a database on the embedded server. */
export function serverUrl(port: number, password: string, database = "postgres"): string {
  return `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}

/** The right to use and stop a running server: an advisory lock that ends with the process that holds it, even if that is killed. */
interface Ownership {
  /** Releases the lock after `whileOwned` has run, so that no other process takes the server over meanwhile. */
  release(whileOwned: () => Promise<void>): Promise<void>;
}

type Claim =
  | { kind: "owned"; ownership: Ownership }
  | { kind: "held"; by: string }
  | { kind: "wrong password" }
  /** The server is starting or stopping, or cannot be reached for another reason. */
  | { kind: "unreachable" };

/** Tries to become the owner of the server at this URL. */
async function claimServer(url: string): Promise<Claim> {
  const attempt = await tryLock(url);
  return attempt.kind === "locked" ? { kind: "owned", ownership: keep(url, attempt) } : attempt;
}

interface Lock {
  kind: "locked";
  client: Client;
  ended: Promise<void>;
}

const lockKey = "7021806293";
const connectWithinMs = 5_000;
const reclaimEveryMs = 250;
const reclaimAttempts = 240;

async function tryLock(url: string): Promise<Lock | Exclude<Claim, { kind: "owned" }>> {
  const client = new Client({ connectionString: url, ssl: false, connectionTimeoutMillis: connectWithinMs, keepAlive: true });
  // An error also ends the connection, and that end is what is watched.
  client.on("error", () => undefined);
  const ended = new Promise<void>((resolve) => client.once("end", resolve));
  try {
    await client.connect();
    const { rows } = await client.query<{ owned: boolean; holder: string | null }>(lockStatement);
    if (rows[0]?.owned) {
      await client.query(`set application_name = '${ownerName}${process.pid}'; set idle_session_timeout = 0`);
      return { kind: "locked", client, ended };
    }
    await client.end();
    return { kind: "held", by: rows[0]?.holder ? ` (pid ${rows[0].holder})` : "" };
  } catch (error) {
    client.end(() => undefined);
    return explainRefusal(error);
  }
}

const ownerName = "parley owner ";

const lockStatement = `
  select pg_try_advisory_lock(${lockKey}) as owned,
         (select substr(application_name, ${ownerName.length + 1}) from pg_stat_activity
          where starts_with(application_name, '${ownerName}') limit 1) as holder`;

function explainRefusal(error: unknown): Exclude<Claim, { kind: "owned" }> {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code === "28P01") return { kind: "wrong password" };
  // No connection is left, so somebody uses the server.
  return code === "53300" ? { kind: "held", by: "" } : { kind: "unreachable" };
}

// A crashed backend makes Postgres drop every connection, the owner's too; then the lock is taken again.
function keep(url: string, first: Lock): Ownership {
  const released = new AbortController();
  let lock: Lock | undefined = first;
  const watching = watch();

  async function watch(): Promise<void> {
    while (lock) {
      await lock.ended;
      lock = await lockAgain(url, released.signal);
    }
  }

  return {
    release: async (whileOwned) => {
      released.abort();
      await whileOwned();
      await lock?.client.end();
      await watching;
    },
  };
}

async function lockAgain(url: string, signal: AbortSignal): Promise<Lock | undefined> {
  for (let attempt = 0; attempt < reclaimAttempts && !signal.aborted; attempt++) {
    const next = await tryLock(url);
    if (next.kind === "locked" && !signal.aborted) return next;
    if (next.kind === "locked") await next.client.end();
    await Promise.allSettled([setTimeout(reclaimEveryMs, undefined, { signal })]);
  }
  return undefined;
}
