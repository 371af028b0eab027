import { withClient } from "../installation/with-client.ts";
import { readNumbers } from "../read-numbers.ts";

type Report = (line: string) => void;

/** Runs the statements that fill tables one after the other, each with its parameters, and reports the number of rows. */
export async function fillTables(
  databaseUrl: string,
  steps: readonly { readonly sql: string; readonly values: readonly unknown[] }[],
  report: Report,
): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query("set synchronous_commit = off; set work_mem = '256MB'");
    const tables = new Set<string>();
    for (const { sql, values } of steps) {
      const startedMs = performance.now();
      const { rowCount } = await client.query(sql, [...values]);
      const [, table = ""] = /insert into (\S+)/.exec(sql) ?? [];
      tables.add(table);
      report(`${table}: ${rowCount} rows in ${((performance.now() - startedMs) / 1000).toFixed(1)} s`);
    }
    await client.query(`vacuum analyze ${[...tables].join(", ")}`);
  });
}

/** A generator as a command: takes the API key, and every count as `--users-of-document 50`; the database is PARLEY_DATABASE_URL. */
export async function generateAsTold<Name extends string>(
  counts: Readonly<Record<Name, number>>,
  generate: (databaseUrl: string, what: Readonly<Record<Name, number>> & { readonly apiKeyId: string }, report: Report) => Promise<void>,
): Promise<void> {
  const { numbers, values } = readNumbers(counts, { "api-key": { type: "string" } });
  const apiKeyId = values["api-key"];
  if (typeof apiKeyId !== "string") throw new Error("Give the API key: --api-key pk_…");
  await generate(process.env.PARLEY_DATABASE_URL ?? "", { ...numbers, apiKeyId }, console.log);
}
