import { existsSync, readFileSync } from "node:fs";

/** Where a build puts pages: next to the bundle. Running from sources, there is no such folder. */
export const builtPages = new URL("./docs-assets/", import.meta.url);

/** The file of a page in that folder; its compressed forms have the endings `.br` and `.gz`. */
export function fileOf({ path }: Pick<Page, "path">): string {
  return path.slice(1).replaceAll("/", ".");
}

/** The content of a page that a build has made; undefined if none has. */
export function builtContent(page: Pick<Page, "path">, folder = builtPages): Content | undefined {
  const file = new URL(fileOf(page), folder);
  if (!existsSync(file)) return undefined;
  return { plain: readFileSync(file), brotli: readFileSync(new URL(`${file}.br`)), gzip: readFileSync(new URL(`${file}.gz`)) };
}

/** The content of a page, and its compressed forms if they exist already. */
export interface Content {
  readonly plain: string | Buffer;
  readonly brotli?: Buffer;
  readonly gzip?: Buffer;
}

/** A response of the gateway to a GET. */
export interface Page {
  readonly path: string;
  readonly contentType: string;
  /** Called once, for the first request. */
  readonly content: () => Content | Promise<Content>;
}
