import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Migration } from "./migrate.ts";

// The comment lines at the head of the file. They are neither run nor part of the checksum, so they may be reworded at any time.
const headOfFile = /^(?:--.*\n)+/;

/**
 * The steps of a schema, one file `NNNN_what_it_does.sql` each, in the order of their names. A bundle holds the files' content: the build
 * replaces the caller, the `index.ts` of a folder `migrations`, by the result of this call.
 */
export function migrationsIn(folder: string): readonly Migration[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(".sql"));
  return files.sort().map((file) => ({
    name: file.slice(0, -".sql".length),
    sql: readFileSync(join(folder, file), "utf8").replace(headOfFile, ""),
  }));
}
