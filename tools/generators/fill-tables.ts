import { parseArgs } from "node:util";
import { withClient } from "../installation/with-client.ts";

type Report = (line: string) => void;

/** Runs the statements that fill tables one after the other, each with what it takes, and says how many rows it wrote. */
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

/** A generator as a command: takes the API key, and every count as `--users-of-document 50`; the database is that of PARLEY_DATABASE_URL. */
export async function generateAsTold<Counts extends Readonly<Record<string, number>>>(
  counts: Counts,
  generate: (databaseUrl: string, what: Counts & { readonly apiKeyId: string }, report: Report) => Promise<void>,
): Promise<void> {
  const flagOf = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  const options = Object.entries(counts).map(([name, count]) => [flagOf(name), { type: "string" as const, default: String(count) }]);
  const parsed = parseArgs({ options: { "api-key": { type: "string" }, ...Object.fromEntries(options) } });
  const values = parsed.values as Readonly<Record<string, string | undefined>>;
  const apiKeyId = values["api-key"];
  if (apiKeyId === undefined) throw new Error("Name the API key: --api-key pk_…");
  const told = Object.fromEntries(Object.keys(counts).map((name) => [name, Number(values[flagOf(name)])]));
  await generate(process.env.PARLEY_DATABASE_URL ?? "", { ...(told as Counts), apiKeyId }, console.log);
}
