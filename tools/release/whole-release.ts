import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "./artefact.ts";

/** What a release says of itself, for programs. */
export interface About {
  readonly version: string;
  readonly commit: string;
  readonly time: string;
}

/** What the release in a folder says of itself. Fails when a file is missing or is not what it was when it was made. */
export function wholeRelease(folder: string): About {
  if (sums(folder) !== readFileSync(join(folder, "SHA256SUMS"), "utf8"))
    throw new Error(`${folder} is not whole: its files are not those of its SHA256SUMS.`);
  return JSON.parse(readFileSync(join(folder, "release.json"), "utf8")) as About;
}

/** The digest of each file below a folder, in the form that `sha256sum --check` reads. */
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
