import pg from "pg";

/** Postgres cannot be reached at all: in words for the operator, who will mend an address or a network. */
export class DatabaseUnreachable extends Error {
  override readonly name = "DatabaseUnreachable";
}

/** Works on one connection outside of a pool, for what is done once at the start. Fails with `DatabaseUnreachable`. */
export async function withConnection<Result>(
  url: string,
  applicationName: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: applicationName });
  // Without a listener a connection that dies between two statements would end the process; the next statement reports it.
  client.on("error", () => undefined);
  await client.connect().catch((error: unknown) => explain(error, client));
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

// The system's own error is about a socket; what Postgres itself says (a wrong password, no such database) is clear as it is.
function explain(error: unknown, { host, port }: pg.Client): never {
  const { syscall, code } = error as NodeJS.ErrnoException;
  if (syscall === undefined && !(error instanceof AggregateError)) throw error;
  throw new DatabaseUnreachable(`The database at ${host}:${port} cannot be reached (${code}).`, { cause: error });
}
