import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname } from "node:path";
import { hashOf } from "../docs/page-response.ts";

/** A file of the built console in each encoding that a browser may accept; a font is compressed already and has none. */
export interface ConsoleFile {
  readonly contentType: string;
  readonly etag: string;
  readonly plain: Buffer;
  readonly gzip: Buffer | undefined;
  readonly brotli: Buffer | undefined;
  /** Whether its name changes with its content. */
  readonly immutable: boolean;
}

const contentTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

// A release build puts the console next to the bundle; sources, and bundles rebuilt at every change, use the console's own build folder.
const folders = ["./console-assets/", "../../../console/dist/", "../../console/dist/"].map((path) => new URL(path, import.meta.url));

/** The files of the console by their paths below it; undefined without a build. */
export function consoleFiles(): ReadonlyMap<string, ConsoleFile> | undefined {
  const folder = folders.find((each) => existsSync(new URL("index.html", each)));
  if (folder === undefined) return undefined;
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => name.replaceAll("\\", "/"));
  return new Map(names.filter((name) => extname(name) in contentTypes).map((name) => [name, fileOf(folder, name)]));
}

function fileOf(folder: URL, name: string): ConsoleFile {
  const read = (suffix: string) => readFileSync(new URL(name + suffix, folder));
  const encoded = (suffix: string) => (extname(name) === ".woff2" ? undefined : read(suffix));
  const plain = read("");
  return {
    contentType: contentTypes[extname(name)] ?? "application/octet-stream",
    etag: `"${hashOf(plain)}"`,
    plain,
    gzip: encoded(".gz"),
    brotli: encoded(".br"),
    immutable: name.startsWith("assets/"),
  };
}
