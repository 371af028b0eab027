import { randomBytes } from "node:crypto";
import type { Environment } from "./program.ts";

// The secrets are the same for everything that one run starts: several installations may share a database.
export const adminToken = randomBytes(24).toString("hex");
const serviceToken = randomBytes(24).toString("hex");
const masterKeys = `tools:${randomBytes(32).toString("base64")}`;

/** An operator's usual settings: credentials, validation, a log line per request, metrics. */
export function environmentOver(databaseUrl: string): Environment {
  return {
    PARLEY_HOST: "127.0.0.1",
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_EMBEDDED_BUS: "true",
    PARLEY_SERVICE_TOKENS: serviceToken,
    PARLEY_MASTER_KEYS: masterKeys,
    PARLEY_ADMIN_TOKEN: adminToken,
    PARLEY_LOG_LEVEL: "info",
    PARLEY_LOG_PRETTY: "false",
    PARLEY_OPS_PORT: "0",
  };
}

/** The prefix of an app's variables: `PARLEY_USERS` for `users`. */
export function variablesOf(app: string): string {
  return `PARLEY_${app.toUpperCase().replaceAll("-", "_")}`;
}
