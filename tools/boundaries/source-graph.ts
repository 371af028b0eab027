import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EcmaScriptModule, parseSync } from "oxc-parser";
import { workspaceRoot } from "../workspace-root.ts";

/** What one source file says about others. Paths are below the root, with slashes. */
export interface SourceFile {
  readonly path: string;
  /** How many lines it has. */
  readonly lines: number;
  /** Every specifier of an import or a re-export, as written. */
  readonly specifiers: readonly string[];
  /** The names that it exports itself; those of a re-export included, those of an `export *` not. */
  readonly exports: readonly string[];
  readonly uses: readonly Use[];
}

/** One name that a file takes from another. */
export interface Use {
  /** The file that it is taken from: what a relative specifier or a door of a package of this workspace points at. */
  readonly from: string;
  /** `*` for all of them, as with a namespace or an import at run time. */
  readonly name: string;
  /** Whether all names are handed on (`export *`). */
  readonly handsOn: boolean;
}

/** Reads the source files that match the globs. Fails on one that cannot be parsed. */
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
    // An import for its effects takes no name.
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

// Where the doors of the workspace's packages lie: `@parley/database/schema` and its like.
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
