/** The embedded Postgres is not available, for a reason that a person can correct. The message is one sentence and needs no stack. */
export class EmbeddedPostgresError extends Error {
  override readonly name = "EmbeddedPostgresError";
}
