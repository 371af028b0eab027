import { declaredStatements, type Statement } from "@parley/database";
import { beforeAll, describe, expect, test } from "vitest";
import { openConnection } from "./fresh-database.ts";
import { querySql } from "./query-sql.ts";
import { type Cost, costOf } from "./statement-cost.ts";

/**
 * Statements by name, each with parameter values from the middle of the data, and the number of rows that each step should need. A
 * statement has several cases when words follow its name: `users.page of a group`.
 */
export type StatementCases = Readonly<Record<string, readonly [parameters: Readonly<Record<string, unknown>>, mostRows: number]>>;

interface StatementCasesOptions {
  /** Called when the tests run, after the data was created. */
  readonly databaseUrl: () => string;
  readonly schema: string;
  readonly cases: StatementCases;
  /** The statements of the schema that the cases cover; all when absent. */
  readonly among?: (name: string) => boolean;
  /** Tables so short that they may be read whole. */
  readonly shortTables?: readonly string[];
  /** The statement that updates the statistics; `analyze` when absent. */
  readonly analyze?: string;
}

// Without statistics an older server estimates that a list of ids matches the whole index, as the operators' guide explains.
const firstWithoutStatistics = 17;

/**
 * Declares the tests of a service's statements at scale: each statement has a case, and reads only what it needs, by an index, with and
 * without table statistics.
 */
export function testStatementCases({ databaseUrl, schema, cases, among, shortTables = [], analyze }: StatementCasesOptions): void {
  test("every statement has a case", () => {
    const declared = statementsOf(schema).map(({ name }) => name);

    expect([...new Set(Object.keys(cases).map(statementOf))].sort()).toEqual(declared.filter(among ?? (() => true)).sort());
  });

  describe.each([
    ["before Postgres has statistics", firstWithoutStatistics, "select 1"],
    ["when Postgres has statistics", 0, analyze ?? "analyze"],
  ])("%s", (_, leastVersion, sql) => {
    let version: number;

    beforeAll(async () => {
      version = await versionOf(databaseUrl());
      await querySql(databaseUrl(), sql);
    });

    test.for(Object.entries(cases))("%s reads only what it needs, by an index", async ([name, [parameters, mostRows]], { skip }) => {
      skip(version < leastVersion, `Postgres ${version} needs statistics first.`);
      const cost = await costOfStatement(databaseUrl(), statementOf(name), parameters);

      const sequentialScans = cost.sequentialScans.filter((table) => !shortTables.includes(table));
      expect(sequentialScans, cost.plan).toEqual([]);
      // Indexes still contain the rows that earlier cases have rolled back.
      expect(cost.mostRows, cost.plan).toBeLessThanOrEqual(3 * mostRows);
    });
  });
}

/** The cases of statements that erase, and of those that count the same rows: `<name>_count` takes the parameters of `<name>`. */
export function withCounts(schema: string, cases: StatementCases): StatementCases {
  const counts = statementsOf(schema).flatMap(({ name }) => {
    const erasing = name.endsWith("_count") ? cases[name.slice(0, -"_count".length)] : undefined;
    return erasing === undefined || name in cases ? [] : [[name, erasing] as const];
  });
  return { ...cases, ...Object.fromEntries(counts) };
}

function statementOf(name: string): string {
  return name.split(" ", 1)[0] ?? name;
}

async function versionOf(databaseUrl: string): Promise<number> {
  const text = "select current_setting('server_version_num')::int / 10000 as version";
  const [row] = await querySql<{ version: number }>(databaseUrl, text);
  return row?.version ?? 0;
}

async function costOfStatement(databaseUrl: string, name: string, parameters: Readonly<Record<string, unknown>>): Promise<Cost> {
  const statement = statementsOf(name.slice(0, name.indexOf("."))).find((candidate) => candidate.name === name);
  if (statement === undefined) throw new Error(`There is no statement ${name}.`);
  return costOf(await openConnection(databaseUrl), statement, parameters);
}

// The statements that libs declare for every schema; they are tested in the libs.
const ofLibs = /^\w+\.(outbox_|inbox_(insert|delete_old)$|dead_letters_|work_|erasure_|repeated_calls_)/;

/** The statements that a service itself declares for its schema. */
export function statementsOf(schema: string): readonly Statement<never, unknown>[] {
  return declaredStatements().filter(({ name }) => name.startsWith(`${schema}.`) && !ofLibs.test(name));
}
