import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EcmaScriptModule, parseSync } from "oxc-parser";
import { workspaceRoot } from "../workspace-root.ts";

/** The imports and exports of one source file. Paths are below the root, with slashes. */
export interface SourceFile {
  readonly path: string;
  /** How many lines it has. */
  readonly lines: number;
  /** Every specifier of an import or a re-export, as written. */
  readonly specifiers: readonly string[];
  /** The exported names, including re-exports by name but not `export *`. */
  readonly exports: readonly string[];
  readonly uses: readonly Use[];
}

/** A name that a file imports from another. */
export interface Use {
  /** The path of the file that the import leads to, by a relative specifier or by an entry point of a package of this workspace. */
  readonly from: string;
  /** `*` for all names, as with a namespace or dynamic import. */
  readonly name: string;
  /** Whether all names are re-exported (`export *`). */
  readonly handsOn: boolean;
}

/** Reads the source files that match the globs. Fails when one cannot be parsed. */
export function readSources(globs: readonly string[]): SourceFile[] {
  const doors = packageDoors();
  const files = globSync(globs, { cwd: workspaceRoot, exclude: ["**/node_modules/**", "**/dist/**", "**/gen/**"] });
  return files.map((path) => readSource(path, doors));
}

function readSource(path: string, doors: ReadonlyMap<string, string>): SourceFile {
  const text = readFileSync(join(workspaceRoot, path), "utf8");
  const { module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const taken = [...importsOf(module), ...reExportsOf(module), ...runTimeImportsOf(module, text)];
  const uses = taken.flatMap(({ specifier, name, handsOn }) => {
    const from = specifier.startsWith(".") ? join(dirname(path), specifier) : doors.get(specifier);
    return from === undefined ? [] : [{ from, name, handsOn }];
  });
  const exports = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ exportName }) => exportName.name ?? []));
  return { path, lines: text.split("\n").length - 1, specifiers: [...new Set(taken.map(({ specifier }) => specifier))], exports, uses };
}

interface Taken {
  readonly specifier: string;
  readonly name: string;
  readonly handsOn: boolean;
}

function importsOf({ staticImports }: EcmaScriptModule): Taken[] {
  return staticImports.flatMap(({ moduleRequest, entries }) => {
    const names = entries.map(({ importName }) => (importName.kind === "Default" ? "default" : (importName.name ?? "*")));
    // A side-effect import imports no name.
    return (names.length === 0 ? [""] : names).map((name) => ({ specifier: moduleRequest.value, name, handsOn: false }));
  });
}

function reExportsOf({ staticExports }: EcmaScriptModule): Taken[] {
  return staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, importName, exportName }) => {
      if (moduleRequest == null) return [];
      const handsOn = importName.kind !== "Name" && exportName.kind !== "Name";
      return [{ specifier: moduleRequest.value, name: importName.name ?? "*", handsOn }];
    }),
  );
}

function runTimeImportsOf({ dynamicImports }: EcmaScriptModule, text: string): Taken[] {
  return dynamicImports.map(({ moduleRequest }) => ({
    specifier: text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
    name: "*",
    handsOn: false,
  }));
}

// The entry points of the workspace's packages: `@parley/database/schema` and others.
function packageDoors(): Map<string, string> {
  const manifests = globSync("{apps,libs}/*/package.json", { cwd: workspaceRoot });
  return new Map(
    manifests.flatMap((path) => {
      const { name, exports = {} } = JSON.parse(readFileSync(join(workspaceRoot, path), "utf8")) as { name: string; exports?: object };
      return Object.entries(exports).flatMap(([door, target]): [string, string][] =>
        typeof target === "string" ? [[name + door.slice(1), join(dirname(path), target)]] : [],
      );
    }),
  );
}
