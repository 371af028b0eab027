/** The superuser's URL of a database on the embedded server. */
export function serverUrl(port: number, password: string, database = "postgres"): string {
  return `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
}
