import type { Statement } from "@parley/database";
import type pg from "pg";

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly Plans?: readonly PlanNode[];
  readonly [property: string]: unknown;
}

/** The cost of one run of a statement, whatever its plan: the tables read from end to end, and the most rows that any one step handled. */
export interface Cost {
  readonly sequentialScans: readonly string[];
  readonly mostRows: number;
  /** The plan as text, for the message of a failing test. */
  readonly plan: string;
}

/**
 * Runs a statement as the service does, by a generic plan, and returns its cost; then rolls it back. Rows that a step read and discarded
 * count as handled.
 */
export async function costOf(
  client: pg.Client,
  { name, text, parameterNames }: Statement<never, unknown>,
  parameters: Readonly<Record<string, unknown>>,
): Promise<Cost> {
  const values = parameterNames.map((parameter) => {
    if (!(parameter in parameters)) throw new Error(`The parameter ${parameter} has no value.`);
    return literal(parameters[parameter]);
  });
  await client.query("begin");
  try {
    const schema = name.slice(0, name.indexOf("."));
    const planned = "set local plan_cache_mode to force_generic_plan; set local max_parallel_workers_per_gather to 0";
    await client.query(`set local search_path to ${schema}; ${planned}`);
    await client.query(`prepare measured as ${text}`);
    const execute = values.length === 0 ? "execute measured" : `execute measured(${values.join(", ")})`;
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(`explain (analyze, timing off, format json) ${execute}`);
    await client.query("deallocate measured");
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    if (plan === undefined) throw new Error("Postgres gave no plan.");
    const nodes = nodesOf(plan);
    return {
      sequentialScans: nodes.filter((node) => node["Node Type"] === "Seq Scan").map((node) => String(node["Relation Name"])),
      mostRows: Math.max(...nodes.map(handledRows)),
      plan: nodes.map((node) => `${node["Node Type"]} ${node["Relation Name"] ?? node["CTE Name"] ?? ""}: ${handledRows(node)}`).join("\n"),
    };
  } finally {
    await client.query("rollback");
  }
}

function handledRows(node: PlanNode): number {
  const removed = ["Rows Removed by Filter", "Rows Removed by Join Filter", "Rows Removed by Index Recheck"].map((name) =>
    Number(node[name] ?? 0),
  );
  return (node["Actual Rows"] + removed.reduce((sum, rows) => sum + rows, 0)) * node["Actual Loops"];
}

function nodesOf(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

function literal(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? "'{}'" : `array[${value.map(literal).join(", ")}]`;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  if (value === null) return "null";
  throw new Error(`No literal for ${String(value)}.`);
}
