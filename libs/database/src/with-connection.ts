import { setTimeout as delay } from "node:timers/promises";
import { doubledMs } from "@parley/kernel";
import pg from "pg";
import { asLibpqReads } from "./urls.ts";

/** Postgres cannot be reached at all; the message is for the operator, who has to correct an address, a network or a certificate. */
class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

interface ConnectionWanted {
  readonly url: string;
  readonly applicationName: string;
  /** How long to retry while the server is down, starting up, without its disk or out of connections, in ms; tried only once when absent. */
  readonly waitMs?: number;
  /** Called before each retry. */
  readonly onWait?: (reason: string) => void;
}

const connectTimeoutMs = 5_000;
const firstPauseMs = 250;
const longestPauseMs = 2_000;
const tooManyConnections = "53300";
const startingUp = "57P03";
const inputOutputError = "58030";

/**
 * Works on one connection outside of a pool, for steps of the start. Fails with `DatabaseUnreachable`, or with Postgres' own error (a wrong
 * password, no such database), which needs no explanation and which waiting does not remove.
 */
export async function withConnection<Result>(wanted: ConnectionWanted, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = await connect(wanted);
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function connect({ url, applicationName, waitMs = 0, onWait }: ConnectionWanted): Promise<pg.Client> {
  const endsAtMs = performance.now() + waitMs;
  for (let failures = 1; ; failures++) {
    try {
      return await connectOnce(url, applicationName);
    } catch (error) {
      const pauseMs = doubledMs(failures, firstPauseMs, longestPauseMs);
      if (!mayPass(error) || performance.now() + pauseMs > endsAtMs) throw error;
      onWait?.(error instanceof Error ? error.message : String(error));
      await delay(pauseMs);
    }
  }
}

async function connectOnce(url: string, applicationName: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: asLibpqReads(url),
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
  });
  // Without a listener a connection that dies between two statements would end the process; the next statement reports the error.
  client.on("error", () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end(() => undefined);
    throw explained(error, client);
  }
}

class UntrustedDatabase extends DatabaseUnreachable {}

function mayPass(error: unknown): boolean {
  if (error instanceof DatabaseUnreachable) return !(error instanceof UntrustedDatabase);
  const code = (error as NodeJS.ErrnoException).code;
  return code === tooManyConnections || code === startingUp || code === inputOutputError;
}

// The system's own error only names a socket or a certificate.
function explained(error: unknown, { host, port }: pg.Client): unknown {
  if (!(error instanceof Error)) return error;
  const { syscall, code = "" } = error as NodeJS.ErrnoException;
  if (/CERT|SIGNATURE|ISSUER|CRL|^ERR_(TLS|SSL|OSSL)/.test(code)) {
    const help = "Name the file of its authority in the URL (sslrootcert) or in NODE_EXTRA_CA_CERTS";
    return new UntrustedDatabase(`The database at ${host}:${port} presents a certificate that is not trusted: ${error.message}. ${help}.`, {
      cause: error,
    });
  }
  if (error.message.startsWith("The server does not support SSL")) {
    return new UntrustedDatabase(`The database at ${host}:${port} does not speak TLS, which the URL's sslmode requires.`, { cause: error });
  }
  const silent = /timeout|Connection terminated/.test(error.message) && code === "";
  if (syscall === undefined && !silent && !(error instanceof AggregateError)) return error;
  const why = silent ? "it does not respond" : code;
  return new DatabaseUnreachable(`The database at ${host}:${port} cannot be reached (${why}).`, { cause: error });
}
