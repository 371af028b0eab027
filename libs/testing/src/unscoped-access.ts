import type { Statement } from "@parley/database";
import pg from "pg";
import { explainGeneric } from "./explain-generic.ts";

/** Columns that separate customers: every table with one of them is keyed. */
const keys = ["api_key_id", "workspace_id"];

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly Operation?: string;
  readonly Plans?: readonly PlanNode[];
  readonly [property: string]: unknown;
}

/**
 * The check of tenant isolation: asks Postgres for the plan of every statement and returns a sentence for each access to a keyed table
 * without a condition on its key. It does not depend on how the statement is written; a statement is exempt only if it states a reason
 * (`crossTenant`).
 */
export async function unscopedAccess(databaseUrl: string, statements: readonly Statement<never, unknown>[]): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const keyed = await keyedTables(client);
    const found: string[] = [];
    for (const statement of statements) {
      if (statement.crossTenant !== undefined) continue;
      found.push(...(await accessOf(client, statement, keyed)));
    }
    return found;
  } finally {
    await client.end();
  }
}

async function accessOf(client: pg.Client, statement: Statement<never, unknown>, keyed: ReadonlyMap<string, string>): Promise<string[]> {
  const schema = statement.name.slice(0, statement.name.indexOf("."));
  await client.query(`set search_path to ${schema}`);
  const [explained] = await explainGeneric<[{ Plan: PlanNode }]>(client, statement, "verbose, format json");
  const plan = explained?.[0].Plan;
  if (plan === undefined) throw new Error(`Postgres gave no plan for ${statement.name}.`);
  const unscoped = scansWithoutKey(plan, schema, keyed).map((table) => `${statement.name} reads ${table} without naming its key.`);
  return [...unscoped, ...insertsWithoutKey(plan, statement, schema, keyed)];
}

// A scan is bounded when its own conditions, or those of the joins that feed it, compare the key.
function scansWithoutKey(node: PlanNode, schema: string, keyed: ReadonlyMap<string, string>): string[] {
  const table = node["Relation Name"];
  const isScan = table !== undefined && node["Node Type"].endsWith("Scan");
  const key = table === undefined ? undefined : keyed.get(`${schema}.${table}`);
  const own = isScan && key !== undefined && !conditionsOf(node).some((text) => comparesKey(text, key)) ? [`${schema}.${table}`] : [];
  return [...own, ...(node.Plans ?? []).flatMap((child) => scansWithoutKey(child, schema, keyed))];
}

function conditionsOf(node: PlanNode): string[] {
  const own = ["Index Cond", "Recheck Cond", "Filter", "TID Cond"].map((name) => node[name]).filter((text) => typeof text === "string");
  // A bitmap heap scan has its index condition in the index scan below it.
  return [...own, ...(node["Node Type"] === "Bitmap Heap Scan" ? (node.Plans ?? []).flatMap(conditionsOf) : [])];
}

function comparesKey(condition: string, key: string): boolean {
  const column = `(\\w+\\.)?${key}`;
  return conjunctsOf(condition).some(
    (text) => new RegExp(`^\\(*${column}\\)? = `).test(text) || new RegExp(` = \\(?${column}\\)*$`).test(text),
  );
}

// The conditions that must all be true: an alternative (`or`) bounds nothing.
function conjunctsOf(condition: string): string[] {
  const text = isWrapped(condition) ? condition.slice(1, -1) : condition;
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "(") depth++;
    else if (text[index] === ")") depth--;
    else if (depth === 0 && text.startsWith(" AND ", index)) {
      parts.push(text.slice(start, index));
      start = index + " AND ".length;
    }
  }
  parts.push(text.slice(start));
  if (parts.length === 1 && text === condition) return / OR /.test(text) ? [] : [text];
  return parts.flatMap(conjunctsOf);
}

// Whether the first parenthesis is closed by the last character.
function isWrapped(text: string): boolean {
  if (!text.startsWith("(")) return false;
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "(") depth++;
    else if (text[index] === ")" && --depth === 0) return index === text.length - 1;
  }
  return false;
}

function insertsWithoutKey(
  plan: PlanNode,
  { name, text }: Statement<never, unknown>,
  schema: string,
  keyed: ReadonlyMap<string, string>,
): string[] {
  const inserts = nodesOf(plan).filter((node) => node.Operation === "Insert");
  return inserts.flatMap((node) => {
    const table = String(node["Relation Name"]);
    const key = keyed.get(`${schema}.${table}`);
    const columns = new RegExp(`insert\\s+into\\s+(?:\\w+\\.)?${table}\\s*(?:as\\s+\\w+\\s*)?\\(([^)]*)\\)`, "i").exec(text)?.[1] ?? "";
    return key === undefined || columns.split(",").some((column) => column.trim() === key)
      ? []
      : [`${name} inserts into ${schema}.${table} without its key.`];
  });
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

async function keyedTables(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; key: string }>(
    `select table_schema || '.' || table_name as table, min(column_name) as key
     from information_schema.columns where column_name = any($1) and table_schema not in ('pg_catalog', 'information_schema') group by 1`,
    [keys],
  );
  return new Map(rows.map(({ table, key }) => [table, key]));
}
