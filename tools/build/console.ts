import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { workspaceRoot } from "../workspace-root.ts";

const folder = join(workspaceRoot, "apps/console");
const dist = join(folder, "dist");
const mark = join(dist, "built-from");
// The typeface may be passed on with its licence only.
const fontLicense = join(workspaceRoot, "node_modules/@fontsource-variable/inter/LICENSE");
const compressible = "**/*.{html,js,css,svg}";

let building: Promise<void> | undefined;

/** Builds the pages of the console into hashed, compressed files, unless they have been built from these very sources. */
export function builtConsole(): Promise<void> {
  // Two apps serve it: they share one build.
  building ??= build();
  return building;
}

/** Lays the built pages beside the bundle of an app that serves them. */
export async function layOutConsole(outdir: string): Promise<void> {
  await builtConsole();
  await cp(dist, join(outdir, "console-assets"), { recursive: true });
}

async function build(): Promise<void> {
  const inputs = inputsHash();
  if (existsSync(mark) && readFileSync(mark, "utf8") === inputs) return;
  const vite = await import("vite");
  await vite.build({
    root: folder,
    configFile: false,
    base: "/console/",
    logLevel: "warn",
    // Files of every kind are requests of their own: the policy of the page forbids scripts and fonts within addresses.
    build: {
      outDir: dist,
      emptyOutDir: true,
      target: "es2023",
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: 700,
      // Components of the library say for other tools where they run.
      rolldownOptions: { onLog: (level, log, report) => log.code === "MODULE_LEVEL_DIRECTIVE" || report(level, log) },
    },
  });
  await Promise.all(globSync(compressible, { cwd: dist }).map((name) => compress(join(dist, name))));
  await cp(fontLicense, join(dist, "assets/inter-LICENSE.txt"));
  await writeFile(mark, inputs);
}

async function compress(file: string): Promise<void> {
  const plain = await readFile(file);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  const [brotli, gzipped] = await Promise.all([promisify(brotliCompress)(plain, quality), promisify(gzip)(plain, { level: 9 })]);
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, gzipped)]);
}

function inputsHash(): string {
  const sources = [
    "apps/console/{src/**/*,index.html,package.json,tsconfig.json}",
    "libs/sdk-typescript/src/**/*.ts",
    "libs/contracts/src/webhook-retries.ts",
    "tools/build/console.ts",
    "package-lock.json",
  ];
  const files = globSync(sources, { cwd: workspaceRoot, withFileTypes: true }).filter((entry) => entry.isFile());
  const hash = createHash("sha256");
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).sort())
    hash.update(path.slice(workspaceRoot.length)).update(readFileSync(path));
  return hash.digest("hex");
}
