import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { firstSchema, nextSchema, servicesWithSchema, snapshotFile } from "./declared-schema.ts";
import { firstMigration, hasFirstMigrationAlone } from "./first-migration.ts";

test("no schema.ts declares more than its service's migrations: npm run migration makes them", async () => {
  const missing = await Promise.all(
    servicesWithSchema().map(async (folder) => [basename(folder), (await nextSchema(folder)).statements] as const),
  );

  expect(missing.length).toBe(6);
  expect(missing.filter(([, statements]) => statements.length > 0)).toEqual([]);
}, 30_000);

test("a first migration and its snapshot are as schema.ts and the statements written by hand make them: npm run migration", async () => {
  for (const folder of servicesWithSchema().filter(hasFirstMigrationAlone)) {
    const { is, shouldBe } = await firstMigration(folder);
    expect(is, basename(folder)).toBe(shouldBe);
    expect(JSON.parse(readFileSync(snapshotFile(folder), "utf8")), basename(folder)).toEqual(
      JSON.parse(JSON.stringify((await firstSchema(folder)).snapshot)),
    );
  }
}, 30_000);
