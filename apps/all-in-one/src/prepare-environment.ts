import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@parley/embedded-postgres";
import { readOrMakeSecrets } from "./secrets.ts";
import { isGiven, withDefaults } from "./settings.ts";

interface Prepared {
  readonly environment: NodeJS.ProcessEnv;
  /** The embedded server, when no database is configured. */
  readonly postgres: EmbeddedPostgres | undefined;
}

/**
 * Supplies what an operator of separate processes configures by hand, unless it is given: secrets that are generated once and stored in the
 * data folder, an embedded Postgres in the same folder, and ports that only this machine can reach.
 */
export async function prepareEnvironment(dataDir: string, given: NodeJS.ProcessEnv): Promise<Prepared> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  // In production nobody reads the output of the container, and a link would end up in a log.
  const links = given.NODE_ENV === "production" ? {} : { PARLEY_CONSOLE_LINKS: "true" };
  const defaults = { PARLEY_HOST: "127.0.0.1", PARLEY_LOG_LEVEL: "warn", ...links, ...(await readOrMakeSecrets(dataDir)) };
  const environment = withDefaults(given, defaults);
  if (isGiven("PARLEY_DATABASE_URL", given)) return { environment, postgres: undefined };
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, "postgres"), port: 0, durable: true });
  try {
    return { environment: { ...environment, PARLEY_DATABASE_URL: await parleyDatabase(postgres) }, postgres };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}

async function parleyDatabase(postgres: EmbeddedPostgres): Promise<string> {
  return postgres.createDatabase("parley");
}

/** One sentence for a problem that a person can correct; the stack only for a bug. */
export function explainStartFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, path } = error as NodeJS.ErrnoException & { port?: number };
  switch (code) {
    case "EADDRINUSE":
      return `The port ${port} is in use by another program. Free it, or choose another port (PARLEY_GATEWAY_PORT, PARLEY_OPS_PORT, PARLEY_<SERVICE>_PORT; 0 chooses a free one).`;
    case "ENOSPC":
      return "The disk is full: Parley cannot write its data folder.";
    case "EACCES":
    case "EROFS":
    case "EPERM":
      return `Parley has no permission to write ${path ?? "its data folder"}. Grant it, or choose another folder with PARLEY_DATA_DIR.`;
    default:
      return error.name === "Error" || error.name.endsWith("TypeError") ? (error.stack ?? error.message) : error.message;
  }
}
