import { readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { nextSchema, servicesWithSchema } from "./declared-schema.ts";
import { hasFirstMigrationAlone, makeFirstMigration, writeSnapshot } from "./first-migration.ts";

// `npm run migration`: until the first release, makes the first migration of each service again, from its schema.ts and the statements in
// migrations/by-hand, which drizzle-kit does not know: functions, triggers, covering columns, storage options.
// `npm run migration -- <service> <what_it_does>`: from the first release on, writes the next migration of a service's schema, with the
// declarations of its schema.ts that are newer than the last one. Review and complete it by hand.
const [service, what = ""] = process.argv.slice(2);
const folder = servicesWithSchema().find((candidate) => basename(candidate) === service);
if (service === undefined) {
  for (const each of servicesWithSchema().filter(hasFirstMigrationAlone)) await makeFirstMigration(each);
} else if (folder === undefined || !/^[a-z][a-z0-9_]*$/.test(what)) {
  const names = servicesWithSchema().map((candidate) => basename(candidate));
  console.error(`Usage: npm run migration [-- <${names.join("|")}> <what_it_does>]`);
  process.exitCode = 2;
} else {
  await addStep(folder);
}

async function addStep(to: string): Promise<void> {
  const { snapshot, statements } = await nextSchema(to);
  if (statements.length === 0) console.log(`${service}/src/schema.ts declares nothing beyond the last migration: the file is empty.`);
  const file = join(to, "migrations", `${nextNumber(to)}_${what}.sql`);
  writeFileSync(file, `-- Why this step exists.\n\n${statements.join("\n")}\n`, { flag: "wx" });
  writeSnapshot(to, snapshot);
  console.log(`Wrote ${file}. Say why in its first lines, and complete what drizzle-kit cannot know.`);
}

function nextNumber(of: string): string {
  const numbers = readdirSync(join(of, "migrations")).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...numbers.filter(Number.isInteger)) + 1).padStart(4, "0");
}
