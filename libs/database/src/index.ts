export * from "./command-database.ts";
export * from "./database.ts";
export * from "./database-settings.ts";
export * from "./error-translation.ts";
export * from "./migrate.ts";
export * from "./open-database.ts";
export * from "./schema-role.ts";
export * from "./statement.ts";
