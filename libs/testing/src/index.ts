export * from "./fresh-database.ts";
export * from "./start-process.ts";
export * from "./until.ts";
export * from "./wall.ts";
