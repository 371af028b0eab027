export * from "./checkpoint.ts";
export * from "./keys.ts";
export * from "./record.ts";
export * from "./verify/verification.ts";
