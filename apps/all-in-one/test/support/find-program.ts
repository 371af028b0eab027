import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of a program on the PATH; undefined if it is not there. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync);
}
