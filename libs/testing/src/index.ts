export * from "./everything-stored.ts";
export * from "./fresh-database.ts";
export * from "./start-process.ts";
export * from "./statement-cases.ts";
export * from "./statement-cost.ts";
export * from "./statements-of.ts";
export * from "./until.ts";
export * from "./wall.ts";
