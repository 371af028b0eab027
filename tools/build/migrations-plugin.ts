import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { migrationsIn } from "@parley/database";
import type { Plugin } from "esbuild";

/** Bundles the migrations of a schema: the `index.ts` of their folder is replaced by the files that it would read. */
export const migrationsPlugin: Plugin = {
  name: "migrations",
  setup(build) {
    build.onLoad({ filter: /[\\/]migrations[\\/]index\.ts$/ }, async ({ path }) => {
      const folder = dirname(path);
      return {
        contents: `export const migrations = ${JSON.stringify(migrationsIn(folder))};`,
        loader: "js",
        watchFiles: (await readdir(folder)).map((file) => join(folder, file)),
        watchDirs: [folder],
      };
    });
  },
};
