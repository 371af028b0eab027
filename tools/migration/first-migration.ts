import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { firstSchema, snapshotFile } from "./declared-schema.ts";

const fileName = "0001_initial.sql";
const head = "-- Made by `npm run migration` from src/schema.ts and migrations/by-hand.";
const createdIndex = /^create (?:unique )?index "?(\w+)"?/gim;

/** Whether a service's schema has a single step yet, which is made anew with each change of its tables. */
export function hasFirstMigrationAlone(folder: string): boolean {
  return (
    readdirSync(join(folder, "migrations"))
      .filter((file) => file.endsWith(".sql"))
      .join() === fileName
  );
}

/** The first migration as it is, and as `schema.ts` and the statements written by hand make it. */
export async function firstMigration(folder: string): Promise<{ is: string; shouldBe: string }> {
  const [before, after] = ["before-tables.sql", "after-tables.sql"].map((file) =>
    readFileSync(join(folder, "migrations/by-hand", file), "utf8").trim(),
  ) as [string, string];
  const { statements } = await firstSchema(folder);
  // An index written by hand replaces the declared one: drizzle-kit does not know covering columns.
  const byHand = new Set(Array.from(after.matchAll(createdIndex), ([, name]) => name));
  const declared = statements.filter((statement) => !Array.from(statement.matchAll(createdIndex)).some(([, name]) => byHand.has(name)));
  return {
    is: readFileSync(join(folder, "migrations", fileName), "utf8"),
    shouldBe: `${[head, before, declared.map((statement) => statement.trim()).join("\n"), after].join("\n\n")}\n`,
  };
}

/** Writes the first migration and its snapshot. */
export async function makeFirstMigration(folder: string): Promise<void> {
  writeFileSync(join(folder, "migrations", fileName), (await firstMigration(folder)).shouldBe);
  writeSnapshot(folder, (await firstSchema(folder)).snapshot);
}

export function writeSnapshot(folder: string, snapshot: unknown): void {
  writeFileSync(snapshotFile(folder), JSON.stringify(snapshot));
  execFileSync("biome", ["format", "--write", snapshotFile(folder)], { stdio: "ignore" });
}
