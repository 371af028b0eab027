export * from "./columns.ts";
export * from "./now-ms.ts";
export * from "./repeated-calls-table.ts";
export * from "./shape.ts";
