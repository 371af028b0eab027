export { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
export type { EmbeddedPostgresOptions } from "./embedded-postgres-options.ts";
export { resetEmbeddedPostgres } from "./reset-embedded-postgres.ts";
export { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-embedded-postgres.ts";
