import { randomText } from "@parley/kernel";
import { type Module, runCommandLine } from "@parley/runtime";
import pg from "pg";
import { inject } from "vitest";
import { freshDatabase } from "./fresh-database.ts";
import { querySql } from "./query-sql.ts";

type Environment = (databaseUrl: string) => Readonly<Record<string, string>>;

/**
 * A new database with the newest schemas of the modules; returns its superuser URL. It is a copy of a template that the first call of the
 * run migrates, because a copy takes a fraction of the time.
 */
export async function migratedDatabase(modules: readonly Module[], environment: Environment): Promise<string> {
  const migrating = modules.filter(({ commands = {} }) => "migrate" in commands);
  if (migrating.length === 0 || inject("citusWorkers").length > 0) return freshDatabase();
  const url = new URL(inject("postgresUrl"));
  const template = await templateOf(url, migrating, environment);
  const name = `test_${randomText(16).toLowerCase()}`;
  await querySql(url.href, `create database ${name} template ${template}`);
  url.pathname = `/${name}`;
  return url.href;
}

// A server that is used again may have templates of other migrations, so that each run makes its own.
async function templateOf(server: URL, modules: readonly Module[], environment: Environment): Promise<string> {
  const names = modules.map(({ name }) => name.replaceAll("-", "_").slice(0, 3));
  const template = `template_${inject("runName")}_${names.join("_")}`;
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  try {
    // Held until the connection ends. Other workers wait for it.
    await client.query("select pg_advisory_lock(hashtextextended('parley-test-templates', 0))");
    const { rowCount } = await client.query("select from pg_database where datname = $1", [template]);
    if (rowCount === 0) {
      const unfinished = `${template}_${randomText(8).toLowerCase()}`;
      await client.query(`create database ${unfinished}`);
      const url = new URL(server);
      url.pathname = `/${unfinished}`;
      await runCommandLine(modules, ["migrate"], environment(url.href));
      await client.query(`alter database ${unfinished} rename to ${template}`);
    }
  } finally {
    await client.end();
  }
  return template;
}
