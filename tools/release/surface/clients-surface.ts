import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../../workspace-root.ts";
import { required, type Things } from "./surface.ts";

/** The exports of the TypeScript package, and the methods of its resources. Its types are those of the HTTP interface. */
export function typescriptSurface(): Things {
  const folder = "libs/sdk-typescript";
  const { name, exports } = JSON.parse(read(`${folder}/package.json`)) as { name: string; exports: Record<string, string> };
  const doors = Object.entries(exports).map(([door, file]) => [`${name}${door.slice(1)}`, exportedBy(join(folder, String(file)))] as const);
  const classes = classesIn(read(`${folder}/src/gen/resources.ts`), /^export class (\w+)/, /^ {2}(\w+)\(/);
  return Object.fromEntries([...doors, ...prefixed("resource ", classes)]);
}

// Reads `export { type A, B } from`, `export const C`, and the exports of re-exported files.
function exportedBy(file: string): Record<string, string> {
  const text = read(file);
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = ""]) => list.split(","));
  const listed = lists.map(
    (word) =>
      word
        .replace(/^\s*type\s+/, "")
        .trim()
        .split(" as ")
        .at(-1) ?? "",
  );
  const declared = [...text.matchAll(/^export (?:abstract )?(?:const|class|function|interface|type) (\w+)/gm)].map(([, name = ""]) => name);
  const passedOn = [...text.matchAll(/^export (?:type )?\* from "(.+)"/gm)].map(([, from = ""]) => exportedBy(join(file, "..", from)));
  const own = [...listed, ...declared].filter((name) => name !== "").map((name) => [name, "exported"]);
  return Object.assign(Object.fromEntries(own), ...passedOn) as Record<string, string>;
}

/** The exports of the Python module, and the methods of its classes with their arguments. */
export function pythonSurface(): Things {
  const folder = "libs/sdk-python/src/parley_sdk";
  const [, all = ""] = /__all__ = \[([^\]]*)\]/.exec(read(`${folder}/__init__.py`)) ?? [];
  const exported = Object.fromEntries([...all.matchAll(/"(\w+)"/g)].map(([, name = ""]) => [name, "exported"]));
  const classes = ["gen/resources.py", "gen/async_resources.py"].flatMap((file) =>
    Object.entries(pythonClasses(read(`${folder}/${file}`))),
  );
  const types = Object.fromEntries([...read(`${folder}/gen/types.py`).matchAll(/^class (\w+)\(/gm)].map(([, name = ""]) => [name, "type"]));
  return {
    parley_sdk: exported,
    "parley_sdk.gen.types": types,
    ...Object.fromEntries(classes.map(([name, methods]) => [`resource ${name}`, methods])),
  };
}

function pythonClasses(text: string): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  let current: Record<string, string> = {};
  for (const line of text.split("\n")) {
    const [, name] = /^class (\w+)/.exec(line) ?? [];
    const [, method, list = ""] = /^ {4}(?:async )?def ([a-z]\w*)\(self(?:, \*)?,? ?(.*)\) ->/.exec(line) ?? [];
    if (name !== undefined) found[name] = current = {};
    if (method === undefined) continue;
    current[method] = "method";
    for (const [, argument = "", fallback] of list.matchAll(/(?:^|, )([a-z_]\w*): [^=]*?(=[^,]*)?(?=, [a-z_]\w*: |$)/g))
      current[`${method}(${argument})`] = fallback === undefined ? `${required}argument` : "argument";
  }
  return found;
}

/**
 * Every exported name of the Go module, with the fields of its types and the signatures of its functions, because Go code may depend on all
 * of them.
 */
export function goSurface(): Things {
  const folder = "libs/sdk-go";
  const files = globSync("*.go", { cwd: join(workspaceRoot, folder) })
    .filter((file) => !file.endsWith("_test.go"))
    .toSorted();
  const things: Record<string, Record<string, string>> = { parley: {} };
  for (const file of files) readGo(read(`${folder}/${file}`), things);
  return things;
}

function readGo(text: string, things: Record<string, Record<string, string>>): void {
  const of = (name: string) => {
    things[name] ??= {};
    return things[name];
  };
  let type: string | undefined;
  for (const line of text.split("\n")) {
    const [, declared] = /^type ([A-Z]\w*)/.exec(line) ?? [];
    if (declared !== undefined) of(declared);
    if (/^type [A-Z]\w*.* (?:struct|interface) \{$/.test(line)) type = declared;
    if (line === "}") type = undefined;
    const [, field, fieldType] = type === undefined ? [] : (/^\t([A-Z]\w*(?:, [A-Z]\w*)*)\s+([^`/]+?)(?:\s+[`/].*)?$/.exec(line) ?? []);
    if (type !== undefined && field !== undefined) for (const name of field.split(", ")) of(type)[name] = fieldType ?? "";
    const [, receiver, method, signature] = /^func \(\w+ \*?([A-Z]\w*)(?:\[[^\]]*\])?\) ([A-Z]\w*)(\(.*) \{/.exec(line) ?? [];
    if (receiver !== undefined && method !== undefined) of(receiver)[`${method}()`] = signature ?? "";
    const [, name, form] = /^func ([A-Z]\w*)(.*) \{/.exec(line) ?? [];
    if (name !== undefined) of("parley")[`${name}()`] = form ?? "";
    const [, constant] = /^(?:\t|const |var )([A-Z]\w*)\b[^:(]*= /.exec(line) ?? [];
    if (constant !== undefined && type === undefined) of("parley")[constant] = "constant";
  }
}

function classesIn(text: string, opening: RegExp, member: RegExp): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, string>> = {};
  let current: Record<string, string> | undefined;
  for (const line of text.split("\n")) {
    const [, name] = opening.exec(line) ?? [];
    if (name !== undefined) found[name] = current = {};
    const [, method] = member.exec(line) ?? [];
    if (current !== undefined && method !== undefined && method !== "constructor") current[method] = "method";
  }
  return found;
}

function prefixed(prefix: string, things: Readonly<Record<string, Record<string, string>>>): [string, Record<string, string>][] {
  return Object.entries(things).map(([name, members]) => [prefix + name, members]);
}

function read(path: string): string {
  return readFileSync(join(workspaceRoot, path), "utf8");
}
