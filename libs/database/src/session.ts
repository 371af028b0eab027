import pg from "pg";

interface SessionBounds {
  /** The role that the session takes on after login; undefined keeps the login's own. */
  readonly role: string | undefined;
  /** Longest run of one statement in ms. */
  readonly statementTimeoutMs: number;
}

const idleInTransactionMs = 60_000;

/**
 * What each connection that is all our own begins with; nothing that a statement needs to mean the same elsewhere. The server notices within a second
 * that a client has gone, and ends its statement.
 */
export function sessionSettings({ role, statementTimeoutMs }: SessionBounds): string {
  const settings = [
    `statement_timeout=${statementTimeoutMs}`,
    "client_connection_check_interval=1000",
    `idle_in_transaction_session_timeout=${idleInTransactionMs}`,
    // Keyed lists are short and often fetched by id: a generic plan is right from the first run on.
    "plan_cache_mode=force_generic_plan",
    // A plan is kept for as long as nobody analyses its tables. One that was made while they were empty would read them from end to end, with all that queues leave behind.
    "enable_seqscan=off",
    // Where that leaves no other way, an older server takes the statement for one so long that it is worth compiling.
    "jit=off",
    // A page is the beginning of an index. A server that counts on further processes reads and sorts all of it instead: 149 ms where 7 do, seen with 15.
    "max_parallel_workers_per_gather=0",
    ...(role === undefined ? [] : [`role=${role}`]),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

/** How a transaction begins behind a pooler, in one message: its bounds end with it. */
export function pooledBegin({ statementTimeoutMs }: Pick<SessionBounds, "statementTimeoutMs">): string {
  const bounds = [`statement_timeout = ${statementTimeoutMs}`, `idle_in_transaction_session_timeout = ${idleInTransactionMs}`];
  return ["begin", ...bounds.map((bound) => `set local ${bound}`)].join("; ");
}

const int8 = 20;
const numeric = 1700;
const json = 114;
const jsonb = 3802;

/** 64-bit counts and milliseconds fit a number; JSON stays text, because it is passed on as text. */
export function getTypeParser(oid: number, format?: "text" | "binary"): (value: string) => unknown {
  if (oid === int8 || oid === numeric) return Number;
  if (oid === json || oid === jsonb) return (value) => value;
  return pg.types.getTypeParser(oid, format as "text");
}
