import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { projectFolders } from "../workspace-root.ts";

/** drizzle-kit's snapshot of a schema. */
type Snapshot = ReturnType<typeof generateDrizzleJson>;

interface DeclaredSchema {
  readonly snapshot: Snapshot;
  /** From the schema before to this one. */
  readonly statements: readonly string[];
}

/** Folders of the services that own a schema. */
export function servicesWithSchema(): string[] {
  return projectFolders("apps").filter((folder) => existsSync(join(folder, "migrations")));
}

/** The file with the schema after a service's migrations. */
export function snapshotFile(folder: string): string {
  return join(folder, "migrations/snapshot.json");
}

/** The schema declared in a service's `schema.ts`, and the SQL from its snapshot to it. */
export async function nextSchema(folder: string): Promise<DeclaredSchema> {
  return declaredSchema(folder, JSON.parse(readFileSync(snapshotFile(folder), "utf8")));
}

/** The same from an empty schema. */
export async function firstSchema(folder: string): Promise<DeclaredSchema> {
  const { snapshot, statements } = await declaredSchema(folder, generateDrizzleJson({}));
  // drizzle-kit draws ids at random. A fixed one lets a snapshot that is made again be compared.
  return {
    snapshot: { ...snapshot, id: "00000000-0000-0000-0000-000000000001", prevId: "00000000-0000-0000-0000-000000000000" },
    statements,
  };
}

async function declaredSchema(folder: string, before: Snapshot): Promise<DeclaredSchema> {
  const exported: Record<string, unknown> = await import(join(folder, "src/schema.ts"));
  // In one order, however the module was loaded.
  const tables = Object.fromEntries(Object.entries(exported).sort(([a], [b]) => (a < b ? -1 : 1)));
  const snapshot = generateDrizzleJson(tables, before.id);
  return { snapshot, statements: (await generateMigration(before, snapshot)).map(asPostgresNames) };
}

// Keys and sequences get the names that Postgres gives them, and an array has its collation after the brackets.
function asPostgresNames(statement: string): string {
  return statement
    .replaceAll(/CONSTRAINT "\w+_pk" PRIMARY KEY/g, "PRIMARY KEY")
    .replaceAll(/ AS IDENTITY \(sequence name [^)]*\)/g, " AS IDENTITY")
    .replaceAll('collate "C"[]', '[] collate "C"')
    .replaceAll("text [] collate", "text[] collate");
}
