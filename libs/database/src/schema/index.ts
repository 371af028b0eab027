export * from "./columns.ts";
export * from "./shape.ts";
