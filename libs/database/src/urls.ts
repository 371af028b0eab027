import type { DatabaseConfig } from "./database-settings.ts";

/**
 * The URL for migrations and commands: the one without the pooler, if it is set. Throws when the two URLs name different databases, as when
 * a service has its own database but shares the URL without the pooler: migrations would change the wrong database.
 */
export function directUrl({ databaseUrl, databaseDirectUrl }: Pick<DatabaseConfig, "databaseUrl" | "databaseDirectUrl">): string {
  if (databaseDirectUrl === undefined) return databaseUrl;
  const pooled = databaseNameOf(databaseUrl);
  const direct = databaseNameOf(databaseDirectUrl);
  if (pooled === direct) return databaseDirectUrl;
  throw new Error(
    `The database URL without the pooler names the database "${direct}" and the other one "${pooled}": set PARLEY_<SERVICE>_DATABASE_DIRECT_URL beside PARLEY_<SERVICE>_DATABASE_URL.`,
  );
}

function databaseNameOf(url: string): string {
  return decodeURIComponent(new URL(url).pathname.slice(1));
}

/**
 * Makes the driver read the URL's `sslmode` as libpq does, which is how the URLs of managed Postgres mean it: `require` encrypts without
 * checking the certificate, unless `sslrootcert` names an authority; `verify-full` checks the certificate and its host name.
 */
export function asLibpqReads(url: string): string {
  if (!/[?&]sslmode=/.test(url) || /[?&]uselibpqcompat=/.test(url)) return url;
  // `sslrootcert=system` is dropped: Node trusts the system's authorities anyway.
  return `${url.replace(/([?&])sslrootcert=system(&|$)/, "$1")}&uselibpqcompat=true`;
}
