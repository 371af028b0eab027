import { UsageError } from "../terminal/problem.ts";
import { readJsonObject } from "./answers/files-beside.ts";
import { cord } from "./cord/cord.ts";
import { liveblocks } from "./liveblocks/liveblocks.ts";
import type { Source } from "./model/source.ts";
import { original } from "./original/original.ts";
import { mappingOf } from "./tables/mapping.ts";
import { tables } from "./tables/tables.ts";

/** The sources of `parley convert`, each with its description. */
export const sourceNames = {
  original: "the hosted product whose API names Parley uses",
  liveblocks: "Liveblocks",
  cord: "Cord",
  table: "comments in CSV or JSON, with --mapping",
} as const;

export async function sourceOf(name: string, mapping: string | undefined): Promise<Source> {
  if (name === "table") {
    if (mapping === undefined) throw new UsageError("The source table needs --mapping, a file that maps the fields of a row.");
    return tables(mappingOf(await readJsonObject(mapping)));
  }
  const source = { original, liveblocks, cord }[name];
  if (source === undefined)
    throw new UsageError(`There is no source ${name.slice(0, 100)}; the sources are ${Object.keys(sourceNames).join(", ")}.`);
  return source;
}
