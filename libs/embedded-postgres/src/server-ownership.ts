import { setTimeout } from "node:timers/promises";
import { Client, DatabaseError } from "pg";

/** The right to use and to stop a running server: an advisory lock that ends with the process that holds it, however that ends. */
export interface Ownership {
  /** Releases the lock after `whileOwned` has run, so that nobody takes the server over in between. */
  release(whileOwned: () => Promise<void>): Promise<void>;
}

export type Claim =
  | { kind: "owned"; ownership: Ownership }
  | { kind: "held"; by: string }
  | { kind: "wrong password" }
  /** The server starts or stops, or cannot be reached for some other reason. */
  | { kind: "unreachable" };

/** Tries to become the owner of the server at this URL. */
export async function claimServer(url: string): Promise<Claim> {
  const attempt = await tryLock(url);
  return attempt.kind === "locked" ? { kind: "owned", ownership: keep(url, attempt) } : attempt;
}

interface Lock {
  kind: "locked";
  client: Client;
  ended: Promise<void>;
}

const key = "7021806293";
const connectWithinMs = 5_000;
const reclaimEveryMs = 250;
const reclaimAttempts = 240;

async function tryLock(url: string): Promise<Lock | Exclude<Claim, { kind: "owned" }>> {
  const client = new Client({ connectionString: url, ssl: false, connectionTimeoutMillis: connectWithinMs, keepAlive: true });
  // What goes wrong also ends the connection, and the end is what is watched.
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
  select pg_try_advisory_lock(${key}) as owned,
         (select substr(application_name, ${ownerName.length + 1}) from pg_stat_activity
          where starts_with(application_name, '${ownerName}') limit 1) as holder`;

function explainRefusal(error: unknown): Exclude<Claim, { kind: "owned" }> {
  const code = error instanceof DatabaseError ? error.code : undefined;
  if (code === "28P01") return { kind: "wrong password" };
  // No connection left: somebody uses it.
  return code === "53300" ? { kind: "held", by: "" } : { kind: "unreachable" };
}

// One crashed backend makes Postgres drop every connection, the owner's too: it is taken again.
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
