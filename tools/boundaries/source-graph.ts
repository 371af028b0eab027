import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { workspaceRoot } from "../workspace-root.ts";

/** The imports of one source file. Paths are below the root, with slashes. */
export interface SourceFile {
  readonly path: string;
  /** Every specifier of an import or a re-export, as written. */
  readonly specifiers: readonly string[];
  /** The files that these lead to, by a relative specifier or by an entry point of a package of this workspace. */
  readonly needs: readonly string[];
}

/** Reads the source files that match the globs. Fails when one cannot be parsed. */
export function readSources(globs: readonly string[]): SourceFile[] {
  const entries = packageEntries();
  return globSync(globs, { cwd: workspaceRoot, exclude: ["**/node_modules/**", "**/dist/**", "**/gen/**"] }).map((path) => {
    const specifiers = specifiersIn(path, readFileSync(join(workspaceRoot, path), "utf8"));
    const needs = specifiers.map((specifier) => (specifier.startsWith(".") ? join(dirname(path), specifier) : entries.get(specifier)));
    return { path, specifiers, needs: needs.filter((file) => file !== undefined) };
  });
}

function specifiersIn(path: string, text: string): string[] {
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const taken = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? [])),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start + 1, end - 1)),
  ];
  return [...new Set(taken)];
}

// The entry points of the workspace's packages: `@parley/database/schema` and others.
function packageEntries(): Map<string, string> {
  const manifests = globSync("{apps,libs}/*/package.json", { cwd: workspaceRoot });
  return new Map(
    manifests.flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(workspaceRoot, path), "utf8")) as { name: string; exports?: object };
      return Object.entries(exports).flatMap(([entry, target]): [string, string][] =>
        typeof target === "string" ? [[name + entry.slice(1), join(dirname(path), target)]] : [],
      );
    }),
  );
}
