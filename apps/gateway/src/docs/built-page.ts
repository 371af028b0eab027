import { existsSync, readFileSync } from "node:fs";
import type { Content, Page } from "./page.ts";

/** Where a build puts pages: beside the bundle. Running from sources, there is no such folder. */
export const builtPages = new URL("./docs-assets/", import.meta.url);

/** The file of a page in that folder; its compressed form has the ending `.gz`. */
export function fileOf({ path }: Pick<Page, "path">): string {
  return path.slice(1).replaceAll("/", ".");
}

/** The content of a page that a build has made; undefined if none has. */
export function builtContent(page: Pick<Page, "path">, folder = builtPages): Content | undefined {
  const file = new URL(fileOf(page), folder);
  return existsSync(file) ? { plain: readFileSync(file), gzip: readFileSync(new URL(`${file}.gz`)) } : undefined;
}
