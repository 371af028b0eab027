import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Migration } from "./migrate.ts";

// Lines that say why the step exists. They are neither run nor part of its checksum, so their wording may change at any time.
const headOfFile = /^(?:--.*\n)+/;

/**
 * The steps of a schema, one file `NNNN_what_it_does.sql` each, in the order of their names. In a bundle the files are part of the program:
 * the caller is the `index.ts` of a folder `migrations`, which the build replaces by the result of this call.
 */
export function migrationsIn(folder: string): readonly Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => ({
    name: file.slice(0, -".sql".length),
    sql: readFileSync(join(folder, file), "utf8").replace(headOfFile, ""),
  }));
}
