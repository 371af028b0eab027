import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Stryker } from "@stryker-mutator/core";
import { type Result, readResults, resultOf, writtenResults } from "./results.ts";
import { testedFiles } from "./tested-files.ts";

const kept = "tools/mutate/typescript/survivors.txt";

/** Runs Stryker on each package and keeps what survives. Whether no package has a lower score than the kept one. */
export async function mutateTypeScript(packages: readonly string[], root: string): Promise<boolean> {
  const before = readResults(await readFile(join(root, kept), "utf8"));
  const found = new Map<string, Result>();
  for (const folder of packages) {
    found.set(folder, resultOf(folder, await survivorsOf(folder, root)));
    // After each package, because all of them take an hour.
    await writeFile(join(root, kept), writtenResults(new Map([...before, ...found])));
  }
  const worse = packages.filter((folder) => Number(found.get(folder)?.percent) < Number(before.get(folder)?.percent));
  for (const folder of worse)
    console.error(`${folder}: tests notice ${found.get(folder)?.percent} %, before ${before.get(folder)?.percent} %.`);
  return worse.length === 0;
}

function survivorsOf(folder: string, root: string) {
  const name = folder.replace("/", "-");
  process.chdir(root);
  return new Stryker({
    mutate: testedFiles(folder, root),
    // Most texts are messages, and the compiler holds the rest.
    mutator: { excludedMutations: ["StringLiteral"] },
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner"],
    vitest: { configFile: "tools/mutate/typescript/vitest.config.ts" },
    coverageAnalysis: "perTest",
    ignorePatterns: ["dist", ".parley", ".nx", "pictures", "tools", "!tools/mutate/typescript"],
    incremental: true,
    incrementalFile: `.stryker/${name}.json`,
    tempDirName: ".stryker/copies",
    reporters: ["progress-append-only", "clear-text"],
    clearTextReporter: { logTests: false, allowColor: false },
    concurrency: 2,
  }).runMutationTest();
}
