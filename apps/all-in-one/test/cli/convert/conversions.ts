import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Shell } from "../command.ts";
import { people } from "./described.ts";

/** Writes the files next to a source: its users, and the headers that it requires. */
export async function writeFilesBeside({ folder }: Shell): Promise<void> {
  const rows = people.map(({ id, name, email }) => `${id},${id}-here,"${name.replaceAll('"', '""')}",${email}`);
  await writeFile(join(folder, "users.csv"), `id,userId,name,email\n${rows.join("\n")}\n`);
  await writeFile(join(folder, "headers"), "# theirs\nauthorization: Bearer their-secret\n");
}

interface Summary {
  readonly leftOut: readonly { readonly what: string; readonly count: number }[];
}

/** The number of omitted values by name. */
export function leftOutOf({ leftOut }: Summary): Record<string, number> {
  return Object.fromEntries(leftOut.map(({ what, count }) => [what, count]));
}

/** The lines of a converted file after its header, which contains the time. */
export async function recordsOf(file: string): Promise<unknown[]> {
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  return lines.slice(1).map((line) => JSON.parse(line));
}
