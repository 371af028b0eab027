import { existsSync, globSync } from "node:fs";
import { join } from "node:path";

/** Packages in which a file has a unit test next to it. */
export function packagesWithUnitTests(root: string): string[] {
  return globSync("{apps,libs}/*", { cwd: root })
    .filter((folder) => testedFiles(folder, root).length > 0)
    .sort();
}

/** The files of a package that have a unit test next to them. What only tests with servers reach takes too long to break. */
export function testedFiles(folder: string, root: string): string[] {
  return globSync(`${folder}/src/**/*.test.ts`, { cwd: root })
    .map((test) => test.replace(/\.test\.ts$/, ".ts"))
    .filter((file) => existsSync(join(root, file)))
    .sort();
}
