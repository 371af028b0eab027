import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Where a program is on the PATH, if anywhere. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);
}
