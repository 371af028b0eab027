import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { InlineConfig } from "vite";
import { workspaceRoot } from "../workspace-root.ts";

/** An app that consists of pages, without a program; built by vite. */
interface Pages {
  /** The base path of its files, as the browser sees it. */
  readonly base: string;
  readonly entries: readonly string[];
  /** Files that are built into it, besides its own sources. */
  readonly madeOf: readonly string[];
  /** Files that are copied into the build from elsewhere: the source of each path. */
  readonly alongside: Readonly<Record<string, string>>;
  /** Whether each file is also built compressed, with brotli and gzip, for the server of the pages. */
  readonly isCompressed: boolean;
}

const all = {
  console: {
    base: "/console/",
    entries: ["index.html"],
    madeOf: ["libs/contracts/src/defaults.ts"],
    // The typeface may only be distributed together with its licence.
    alongside: { "assets/inter-LICENSE.txt": "node_modules/@fontsource-variable/inter/LICENSE" },
    isCompressed: true,
  },
  example: { base: "./", entries: ["index.html", "document.html"], madeOf: [], alongside: {}, isCompressed: false },
} satisfies Readonly<Record<string, Pages>>;

type PagesApp = keyof typeof all;

const compressible = "**/*.{html,js,css,svg}";
const building = new Map<PagesApp, Promise<void>>();

export function isPagesApp(app: string): app is PagesApp {
  return app in all;
}

/** Builds pages into hashed files, unless the existing build is of the same sources. */
export function builtPages(app: PagesApp): Promise<void> {
  // Several apps serve the same pages: they share one build.
  const known = building.get(app);
  if (known !== undefined) return known;
  const built = build(app, all[app]);
  building.set(app, built);
  return built;
}

/** Copies the built pages next to the bundle of an app that serves them. */
export async function layOutPages(app: PagesApp, outdir: string): Promise<void> {
  await builtPages(app);
  await cp(join(workspaceRoot, "apps", app, "dist"), join(outdir, `${app}-assets`), { recursive: true });
}

async function build(app: PagesApp, pages: Pages): Promise<void> {
  const dist = join(workspaceRoot, "apps", app, "dist");
  const mark = join(dist, "built-from");
  const inputs = inputsHash(app, pages);
  if (existsSync(mark) && readFileSync(mark, "utf8") === inputs) return;
  const vite = await import("vite");
  await vite.build(configOf(join(workspaceRoot, "apps", app), pages));
  if (pages.isCompressed) await Promise.all(globSync(compressible, { cwd: dist }).map((name) => compress(join(dist, name))));
  await Promise.all(Object.entries(pages.alongside).map(([name, from]) => cp(join(workspaceRoot, from), join(dist, name))));
  await writeFile(mark, inputs);
}

function configOf(folder: string, { base, entries }: Pages): InlineConfig {
  return {
    root: folder,
    configFile: false,
    base,
    logLevel: "warn",
    // No file is inlined: the page's content security policy forbids scripts and fonts in data URLs.
    build: {
      outDir: join(folder, "dist"),
      emptyOutDir: true,
      target: "es2023",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        input: entries.map((entry) => join(folder, entry)),
        // Components of the library contain directives such as "use client" for other tools.
        onLog: (level, log, report) => log.code === "MODULE_LEVEL_DIRECTIVE" || report(level, log),
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(plain, quality), promisify(gzip)(plain, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

function inputsHash(app: PagesApp, { entries, madeOf }: Pages): string {
  const sources = [
    `apps/${app}/{src/**/*,${entries.join()},package.json,tsconfig.json}`,
    "libs/sdk-typescript/src/**/*.ts",
    ...madeOf,
    "tools/build/pages.ts",
    "package-lock.json",
  ];
  const files = globSync(sources, { cwd: workspaceRoot, withFileTypes: true }).filter((entry) => entry.isFile());
  const hash = createHash("sha256");
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(path.slice(workspaceRoot.length)).update(readFileSync(path));
  return hash.digest("hex");
}
