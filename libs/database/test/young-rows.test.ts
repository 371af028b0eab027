import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { freshDatabase } from "@parley/testing";
import { expect, onTestFinished, test } from "vitest";
import { Database, sql, statement } from "../src/index.ts";
import { types } from "../src/schema/index.ts";

const page = statement(
  "public.young_rows",
  {},
  { id: types.integer, body: types.text },
  sql`select n as id, repeat('x', 300) as body from generate_series(1, 100) n`,
);
const statements = 1_000;
const bytesOfPage = 100 * 300;

const oldBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ?? 0;

test("unreferenced rows do not outlive a collection of young objects", async () => {
  const database = new Database({
    url: await freshDatabase(),
    schema: "public",
    role: undefined,
    maxConnections: 1,
    connectTimeoutMs: 2_000,
    statementTimeoutMs: 30_000,
    onConnectionError: () => undefined,
  });
  onTestFinished(() => database.close());
  for (let run = 0; run < statements / 10; run++) await database.rows(page, {});

  // What earlier tests and the loading of their modules left among the young objects would grow old during the statements.
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  const before = oldBytes();
  for (let run = 0; run < statements; run++) await database.rows(page, {});

  expect(oldBytes() - before).toBeLessThan((statements * bytesOfPage) / 4);
});
