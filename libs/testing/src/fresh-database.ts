import { randomText } from "@parley/kernel";
import pg from "pg";
import { inject, onTestFinished } from "vitest";
import { createOnNodes } from "./create-on-nodes.ts";
import { querySql } from "./query-sql.ts";

/** A new empty database; returns its superuser URL. Databases are deleted with the server at the end of the run. */
export async function freshDatabase(): Promise<string> {
  const name = `test_${randomText(16).toLowerCase()}`;
  const url = new URL(inject("postgresUrl"));
  const workers = inject("citusWorkers");
  if (workers.length > 0) return createOnNodes(url.href, workers, name);
  await querySql(url.href, `create database ${name}`);
  url.pathname = `/${name}`;
  return url.href;
}

/** An open connection for a test that needs several statements on one; closed when the test ends. */
export async function openConnection(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}
