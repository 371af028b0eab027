import { Failure } from "@parley/kernel";

const deadlock = "40P01";
const serializationFailure = "40001";

/** The Postgres conditions that callers may see, by SQLSTATE. Any other is a bug of ours. */
const failures: Record<string, () => Failure> = {
  "57014": () => new Failure("deadline_exceeded", "The deadline of this request has passed."),
  "22021": () => new Failure("invalid_argument", "The request contains text that is not valid UTF-8 or contains U+0000."),
  "22P05": () => new Failure("invalid_argument", "The request contains text that is not valid UTF-8 or contains U+0000."),
  // An index row is too large: it holds several ids, each of up to 256 characters of four bytes.
  "54000": () => new Failure("invalid_argument", "Together, the ids of this request are too long to be stored."),
  [deadlock]: conflict,
  [serializationFailure]: conflict,
  "53100": () => new Failure("unavailable", "The storage of the service is full.", { reason: "storage_full" }),
};

// Shutting down, starting up, too many connections, connection lost, a disk that can no longer be read or written, a server that became a
// standby while we were connected (SQLSTATE, errno or pg's own message).
const outages =
  /^(57P0[123]|53300|58030|25006|08\w{3}|ECONNREFUSED|ECONNRESET|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;
const outageMessages = /Connection terminated|Client has encountered a connection error/;
// Citus says only by these messages that it has lost another server: its own, those of libpq, and ours of a feed whose positions are there.
const otherServerLost =
  /^(failure on connection marked as essential|server closed the connection unexpectedly|could not (receive data from|send data to) server|no connection to the server|connection not open|The latest position of \S+ is not known)/;

// pg's pool gives this message for both waits: for a free connection and for a new one.
const waitOver = "timeout exceeded when trying to connect";

/** The message (pg's too) of a statement that was ended by a timer here; the statement still occupies its connection. */
export const readTimeout = "Query read timeout";

/** Translates an error of the driver or of Postgres into a failure for callers; returns any other error unchanged. */
export function translateDatabaseError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Failure) return error;
  if (error.message === readTimeout) return new Failure("deadline_exceeded", "The deadline of this request has passed.", { cause: error });

  const failure = failures[codeOf(error)]?.();
  if (failure !== undefined) return new Failure(failure.kind, failure.message, { reason: failure.reason, cause: error });
  if (isOutage(error)) {
    return new Failure("unavailable", "The database is not available. Try again.", { reason: "database_unavailable", cause: error });
  }
  return error;
}

/** Whether the failed transaction can be repeated: Postgres rolled it back to resolve a conflict. */
export function isRetryable(error: unknown): boolean {
  return error instanceof Failure && error.reason === "write_conflict";
}

/** Whether only the wait for a connection timed out. */
export function isWaitOver(error: unknown): boolean {
  return error instanceof Error && error.message === waitOver;
}

/** Whether the error makes its connection unusable. */
export function endsConnection(error: unknown): boolean {
  return error instanceof Error && (error.message === readTimeout || isOutage(error));
}

function isOutage(error: Error): boolean {
  return outages.test(codeOf(error)) || outageMessages.test(error.message) || otherServerLost.test(error.message) || isWaitOver(error);
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}

function conflict(): Failure {
  return new Failure("aborted", "The request collided with another one. Try again.", { reason: "write_conflict" });
}
