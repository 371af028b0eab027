import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { declaredSchema, servicesWithSchema, snapshotFile } from "./declared-schema.ts";

// `npm run migration -- <service> <what_it_does>`: writes the next migration of a service's schema, with the declarations of its schema.ts
// that are newer than the last one. Review and complete it by hand: drizzle-kit does not know functions, covering columns, storage options,
// or data that must move.
const [service = "", what = ""] = process.argv.slice(2);
const folder = servicesWithSchema().find((candidate) => basename(candidate) === service);
if (folder === undefined || !/^[a-z][a-z0-9_]*$/.test(what)) {
  const names = servicesWithSchema().map((candidate) => basename(candidate));
  console.error(`Usage: npm run migration -- <${names.join("|")}> <what_it_does>`);
  process.exitCode = 2;
} else {
  const { snapshot, statements } = await declaredSchema(folder);
  if (statements.length === 0) console.log(`${service}/src/schema.ts declares nothing beyond the last migration: the file is empty.`);
  const file = join(folder, "migrations", `${nextNumber(folder)}_${what}.sql`);
  writeFileSync(file, `-- Why this step exists.\n\n${statements.join("\n")}\n`, { flag: "wx" });
  writeFileSync(snapshotFile(folder), JSON.stringify(snapshot));
  execFileSync("biome", ["format", "--write", snapshotFile(folder)], { stdio: "ignore" });
  console.log(`Wrote ${file}. Say why in its first lines, and complete what drizzle-kit cannot know.`);
}

function nextNumber(of: string): string {
  const numbers = readdirSync(join(of, "migrations")).map((file) => Number.parseInt(file, 10));
  return String(Math.max(0, ...numbers.filter(Number.isInteger)) + 1).padStart(4, "0");
}
