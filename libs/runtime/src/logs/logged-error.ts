const deepest = 5;
// Postgres errors: what was violated, without the values. `detail`, `where` and `hint` contain customers' data.
const postgresFields = ["code", "schema", "table", "column", "constraint", "routine"] as const;
// Data exceptions: their messages quote the value that could not be read.
const quotesValues = /^22/;
const own = ["code", "reason", "kind", "syscall", "address", "port", "path", "method", "service", "status"] as const;

/** The loggable part of an error: name, message, stack, codes and causes, and no other properties. */
export function loggedError(error: Error, depth = 0): Record<string, unknown> {
  const { cause, errors } = error as Error & { errors?: unknown };
  return {
    ...(isPostgres(error) ? postgresError(error) : { ...chosen(error, own), type: error.name, message: error.message, stack: error.stack }),
    ...(cause instanceof Error && { cause: depth === deepest ? "[deeper]" : loggedError(cause, depth + 1) }),
    ...(Array.isArray(errors) && depth < deepest && { errors: errors.filter(isError).map((part) => loggedError(part, depth + 1)) }),
  };
}

function isError(value: unknown): value is Error {
  return value instanceof Error;
}

function isPostgres(error: Error): error is Error & { code: string } {
  return "severity" in error && "routine" in error && "code" in error && typeof error.code === "string";
}

function postgresError(error: Error & { code: string }): Record<string, unknown> {
  const message = quotesValues.test(error.code) ? `Postgres answered ${error.code}.` : error.message;
  const frames = (error.stack ?? "").slice(Math.max(0, (error.stack ?? "").indexOf("\n    at ")));
  return { type: "PostgresError", message, ...chosen(error, postgresFields), stack: `PostgresError: ${message}${frames}` };
}

function chosen(error: Error, names: readonly string[]): Record<string, unknown> {
  const values = error as unknown as Record<string, unknown>;
  return Object.fromEntries(names.filter((name) => ["string", "number"].includes(typeof values[name])).map((name) => [name, values[name]]));
}
