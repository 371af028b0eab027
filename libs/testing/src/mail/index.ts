export * from "./mail-server.ts";
