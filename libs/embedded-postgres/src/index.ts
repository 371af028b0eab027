export { EmbeddedPostgresError } from "./failures.ts";
export { resetEmbeddedPostgres } from "./reset-embedded-postgres.ts";
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./start-embedded-postgres.ts";
