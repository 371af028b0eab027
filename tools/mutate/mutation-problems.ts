import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Mutation } from "./mutation.ts";

/** The problems of the declarations, one sentence each: a mutation that no longer applies to the sources proves nothing. */
export function mutationProblems(mutations: readonly Mutation[], root: string): string[] {
  const names = mutations.map(({ name }) => name);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index).map((name) => `${name} is declared twice.`);
  return [...repeated, ...mutations.flatMap((mutation) => problemsOf(mutation, root))];
}

function problemsOf({ name, file, text, replacement, noticedBy, tests = "" }: Mutation, root: string): string[] {
  const source = read(root, file);
  if (source === undefined) return [`${name}: ${file} does not exist.`];
  const count = source.split(text).length - 1;
  const files = noticedBy.map((test) => ({ test, source: readWithImports(root, test) }));
  return [
    ...(count === 1 ? [] : [`${name}: the text to replace occurs ${count} times in ${file}, and must occur once.`]),
    ...(text === replacement ? [`${name}: the replacement changes nothing.`] : []),
    ...(noticedBy.length === 0 ? [`${name}: no test has to notice it.`] : []),
    ...files.filter((found) => found.source === undefined).map(({ test }) => `${name}: ${test} does not exist.`),
    ...files
      .filter((found) => found.source?.includes(tests) === false)
      .map(({ test }) => `${name}: no test in ${test} is named ${JSON.stringify(tests)}.`),
  ];
}

// Contracts are declared in their own file.
function readWithImports(root: string, file: string): string | undefined {
  const source = read(root, file);
  const imported = [...(source ?? "").matchAll(/ from "(\.\.?\/[^"]+)"/g)].map(([, path = ""]) => read(root, join(dirname(file), path)));
  return source && [source, ...imported].join("\n");
}

function read(root: string, file: string): string | undefined {
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
