import type { DatabaseConfig } from "./database-settings.ts";

/**
 * The URL for migrations and commands: without the pooler, when such a URL is given. Throws when the two URLs name different databases, as
 * when a service has its own database but uses everybody's URL without the pooler: it would change the wrong one.
 */
export function directUrl({ databaseUrl, databaseDirectUrl }: Pick<DatabaseConfig, "databaseUrl" | "databaseDirectUrl">): string {
  if (databaseDirectUrl === undefined) return databaseUrl;
  const [pooled, direct] = [databaseNameOf(databaseUrl), databaseNameOf(databaseDirectUrl)];
  if (pooled === direct) return databaseDirectUrl;
  throw new Error(
    `The database URL without the pooler names the database "${direct}" and the other one "${pooled}": set PARLEY_<SERVICE>_DATABASE_DIRECT_URL beside PARLEY_<SERVICE>_DATABASE_URL.`,
  );
}

function databaseNameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}
