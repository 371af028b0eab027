import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./artefact.ts";

/** The description of a release for programs, in `release.json`. */
export interface About {
  readonly version: string;
  readonly commit: string;
  readonly time: string;
}

/** Reads the description of the release in a folder. Fails if a file is missing, changed or added. */
export function wholeRelease(folder: string): About {
  if (sums(folder) !== readFileSync(join(folder, "SHA256SUMS"), "utf8"))
    throw new Error(`${folder} is not whole: its files do not match its SHA256SUMS.`);
  return JSON.parse(readFileSync(join(folder, "release.json"), "utf8")) as About;
}

/** The digests of all files below a folder, in the format of `sha256sum --check`. */
export function sums(folder: string): string {
  const files = globSync("**/*", { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
    .filter((path) => !path.startsWith("SHA256SUMS"));
  return paths
    .toSorted()
    .map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`)
    .join("");
}
