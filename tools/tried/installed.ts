import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of the package in this folder. */
export function installed(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}
