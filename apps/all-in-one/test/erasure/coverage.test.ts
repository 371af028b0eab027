import { coverageProblems, erasureCoverage, erasureKinds, erasurePlan, tasksOf } from "@parley/erasure";
import { querySql } from "@parley/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { allTables } from "../support/erasure-catalog.ts";
import { type Parley, startParley } from "../support/parley.ts";

let parley: Parley;

beforeAll(async () => {
  parley = await startParley("all-in-one");
});

afterAll(() => parley?.stop());

test("every table of every schema is reached by removals, or has a stated reason why not", async () => {
  expect(coverageProblems(await allTables(parley.databaseUrl))).toEqual([]);
});

test("a table without either is reported", async () => {
  await querySql(
    parley.databaseUrl,
    "create table activity.forgotten (user_id text); create schema strange; create table strange.thing ()",
  );

  const problems = coverageProblems(await allTables(parley.databaseUrl));

  await querySql(parley.databaseUrl, "drop table activity.forgotten; drop schema strange cascade");
  expect(problems).toEqual([
    "No collection erases from activity.forgotten: name one, or state why none has to.",
    "No collection erases from strange.thing: name one, or state why none has to.",
  ]);
});

// The tokens of an erased user are revoked, which adds a row.
const revoking: ReadonlySet<string> = new Set(["tokens"]);

test("every collection of the plan but those that revoke removes from some table, and every named collection exists in some removal", () => {
  for (const [service, kinds] of Object.entries(erasurePlan)) {
    // API keys are left out: `erasure-api-key.test.ts` asks the catalog whether any table still has rows.
    const kindsOfParts = erasureKinds.filter((kind) => kind !== "apiKey");
    const collections = kindsOfParts.flatMap((kind) => [
      ...kinds[kind],
      ...tasksOf(kind).flatMap((task) => (task.service === service ? [task.collection] : [])),
    ]);
    const planned = new Set(collections.filter((collection) => !revoking.has(collection)));
    const named = Object.values(erasureCoverage[service as keyof typeof erasurePlan]).flatMap((table) =>
      "collections" in table ? table.collections : [],
    );

    expect(new Set(named.filter((collection) => collection !== "rows")), service).toEqual(planned);
  }
});
