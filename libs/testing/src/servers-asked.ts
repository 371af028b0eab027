import type { Statement } from "@parley/database";
import { sqlTypeOf } from "@parley/database/schema";
import pg from "pg";
import { statementsOf } from "./statement-cases.ts";

/** A statement on spread rows, read from its plan when all of its parameters name one API key. */
interface AskedServers {
  /** The statement's name without its schema. */
  readonly name: string;
  readonly crossTenant: boolean;
  /** The maximum number of tasks that any step is divided into over the servers. */
  readonly servers: number;
  /** Whether a step inserts rows that an earlier one returned. Citus sends these to all servers, whichever has the key's rows. */
  readonly sendsToAll: boolean;
}

/** The servers that each statement of a service asks. */
export async function serversAsked(url: string, schema: string): Promise<readonly AskedServers[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const asked: AskedServers[] = [];
    for (const statement of statementsOf(schema)) {
      const { name, crossTenant } = statement;
      asked.push({ name: name.slice(schema.length + 1), crossTenant: crossTenant !== undefined, ...(await planned(client, statement)) });
    }
    return asked;
  } finally {
    await client.end();
  }
}

async function planned(client: pg.Client, { text, parameters, parameterNames }: Statement<never, unknown>) {
  const values = parameterNames.map((name) => literalOf(sqlTypeOf(parameters[name] ?? { sqlType: "text" })));
  await client.query(`prepare asked as ${text}`);
  try {
    const execute = values.length === 0 ? "execute asked" : `execute asked(${values.join()})`;
    const { rows } = await client.query<{ "QUERY PLAN": string }>(`explain ${execute}`);
    const plan = rows.map((row) => row["QUERY PLAN"]);
    const tasks = [...plan.join("\n").matchAll(/Task Count: (\d+)/g)];
    return { servers: Math.max(0, ...tasks.map(([, count]) => Number(count))), sendsToAll: insertsPassedRows(plan) };
  } finally {
    await client.query("deallocate asked");
  }
}

function insertsPassedRows(plan: readonly string[]): boolean {
  const depth = (line: string) => line.length - line.trimStart().length;
  return plan.some((line, number) => {
    if (!line.includes("Citus INSERT ... SELECT")) return false;
    const rest = plan.slice(number + 1);
    const end = rest.findIndex((below) => depth(below) <= depth(line));
    return rest.slice(0, end === -1 ? undefined : end).some((below) => below.includes("read_intermediate_result"));
  });
}

function literalOf(type: string): string {
  if (type.endsWith("[]")) return `array[${literalOf(type.slice(0, -2))}]::${type}`;
  return `${literals.get(type) ?? "'1'"}::${type}`;
}

const literals: ReadonlyMap<string, string> = new Map([
  ["uuid", "'00000000-0000-0000-0000-000000000001'"],
  ["json", "'[]'"],
  ["jsonb", "'[]'"],
  ["date", "'2026-01-01'"],
  ["tid", "'(0,1)'"],
]);
