export * from "./checkpoint.ts";
export * from "./keys.ts";
export * from "./record.ts";
export * from "./removal-certificate.ts";
export * from "./verify/verification.ts";
