export * from "./columns.ts";
export * from "./repeated-calls-table.ts";
export * from "./rows.ts";
export * from "./shape.ts";
export * from "./sql.ts";
