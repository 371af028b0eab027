import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import { projectFolders } from "../workspace-root.ts";

/** drizzle-kit's snapshot of a schema. */
type Snapshot = ReturnType<typeof generateDrizzleJson>;

/** Folders of the services that own a schema. */
export function servicesWithSchema(): string[] {
  return projectFolders("apps").filter((folder) => existsSync(join(folder, "migrations")));
}

/** The file with the schema after a service's migrations. */
export function snapshotFile(folder: string): string {
  return join(folder, "migrations/snapshot.json");
}

/** The schema declared in a service's `schema.ts`, and the SQL from its snapshot to it. */
export async function declaredSchema(folder: string): Promise<{ snapshot: Snapshot; statements: string[] }> {
  const tables: Record<string, unknown> = await import(join(folder, "src/schema.ts"));
  const file = snapshotFile(folder);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Snapshot) : generateDrizzleJson({});
  const snapshot = generateDrizzleJson(tables, before.id);
  return { snapshot, statements: await generateMigration(before, snapshot) };
}
