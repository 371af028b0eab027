import pg from "pg";

interface SessionBounds {
  /** The role that the session assumes after login; undefined keeps the login's own. */
  readonly role: string | undefined;
  /** Longest run of one statement in ms. */
  readonly statementTimeoutMs: number;
  /** Whether its tables may be spread over several servers. */
  readonly spreads?: boolean | undefined;
}

const idleInTransactionMs = 60_000;

/**
 * The settings of each connection when there is no pooler; no statement depends on them for its meaning. The server notices within a second
 * that a client is gone, and cancels its statement.
 */
export function sessionSettings({ role, statementTimeoutMs, spreads = false }: SessionBounds): string {
  const settings = [
    `statement_timeout=${statementTimeoutMs}`,
    "client_connection_check_interval=1000",
    `idle_in_transaction_session_timeout=${idleInTransactionMs}`,
    // Tables are read by key and often by id: a generic plan is right from the first run on. With spread tables a generic plan cannot know
    // which server has a key's rows.
    ...(spreads ? [] : ["plan_cache_mode=force_generic_plan"]),
    // A plan is kept until its tables are analysed again. One made while they were empty would scan them from end to end, with all the dead
    // rows that queues leave.
    "enable_seqscan=off",
    // Without sequential scans, an older server estimates a statement without an index as so expensive that it compiles it.
    "jit=off",
    // A page is the beginning of an index. A server that plans for parallel workers would read and sort the whole index: 149 ms instead of
    // 7, measured with Postgres 15.
    "max_parallel_workers_per_gather=0",
    ...(role === undefined ? [] : [`role=${role}`]),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
}

/** Begins a transaction behind a pooler, in one message; its settings end with it. */
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
