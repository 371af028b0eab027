import pg from "pg";
import type { DatabaseOptions } from "./database.ts";

/** What each connection begins with. The server notices within a second that a client has gone, and ends its statement. */
export function sessionSettings({
  schema,
  role,
  statementTimeoutMs,
}: Pick<DatabaseOptions, "schema" | "role" | "statementTimeoutMs">): string {
  const settings = [
    `search_path=${schema}`,
    `statement_timeout=${statementTimeoutMs}`,
    "client_connection_check_interval=1000",
    "idle_in_transaction_session_timeout=60000",
    // Keyed lists are short and often fetched by id: a generic plan is right from the first run on.
    "plan_cache_mode=force_generic_plan",
    ...(role === undefined ? [] : [`role=${role}`]),
  ];
  return settings.map((setting) => `-c ${setting}`).join(" ");
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
