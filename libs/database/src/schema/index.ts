export * from "./columns.ts";
export * from "./now-ms.ts";
export * from "./shape.ts";
