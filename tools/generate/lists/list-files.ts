import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { workspaceRoot } from "../../workspace-root.ts";
import { type Entry, withImports, withList } from "./list-text.ts";

/**
 * The lists of a folder's files, which are edited by hand only to change the order: the operations of a domain, and the handlers of a
 * service. Returns their expected content by path below the root.
 */
export function listFiles(): Record<string, string> {
  return { ...operationLists(), ...handlerLists() };
}

function operationLists(): Record<string, string> {
  const paths = find("apps/gateway/src/operations/*/index.ts");
  return Object.fromEntries(paths.map((path) => [path, withOperations(read(path), declaredIn(dirname(path)))]));
}

function withOperations(text: string, operations: readonly Entry[]): string {
  return withList(
    withImports(text, operations, ({ from }) => from.startsWith("./")),
    {
      opening: /^export const \w+Operations: readonly Operation\[\] = \[/m,
      closing: "]",
      names: operations.map(({ name }) => name),
      item: (name) => name,
    },
  );
}

function declaredIn(folder: string): Entry[] {
  const declaration = (path: string) => /^export const (\w+) = (?:operation|streamOperation|followOperation)\(/m.exec(read(path))?.[1];
  return find(`${folder}/*.ts`).flatMap((path) => {
    const name = declaration(path);
    return name === undefined ? [] : [{ name, from: `./${basename(path)}` }];
  });
}

function handlerLists(): Record<string, string> {
  const rpcs = rpcsByService();
  const paths = find("apps/*/src/**/{service,index}.ts").filter((path) => handlerList.test(read(path)));
  return Object.fromEntries(paths.map((path) => [path, withHandlers(read(path), handlersBelow(dirname(path)), rpcs)]));
}

const handlerList = /\): ServiceImpl<typeof (\w+)>/;

function withHandlers(text: string, files: readonly Entry[], rpcs: ReadonlyMap<string, readonly string[]>): string {
  const services = [...text.matchAll(new RegExp(handlerList, "g"))].map(([, service = ""]) => service);
  const listed = services.map((service, index) => {
    const earlier = new Set(services.slice(0, index).flatMap((each) => rpcs.get(each) ?? []));
    const handlers = (rpcs.get(service) ?? []).filter((rpc) => files.some(({ name }) => name === rpc));
    return { service, handlers: new Map(handlers.map((rpc) => [rpc, earlier.has(rpc) ? `${rpc}ByUser` : rpc])) };
  });
  const all = new Set(listed.flatMap(({ handlers }) => [...handlers.keys()]));
  const imports = importsOf(
    files.filter(({ name }) => all.has(name)),
    new Set(listed.flatMap(({ handlers }) => [...handlers.values()])),
  );
  return listed.reduce(
    (list, { service, handlers }) =>
      withList(list, {
        opening: new RegExp(`\\): ServiceImpl<typeof ${service}> (?:=> \\(|\\{\\n  return )\\{`),
        closing: "}",
        names: [...handlers.keys()],
        item: (rpc) => `${rpc}: ${handlers.get(rpc)}(context)`,
      }),
    withImports(text, imports, ({ name }) => all.has(/\w+/.exec(name)?.[0] ?? "")),
  );
}

/** The imports of the handlers, file by file. */
function importsOf(files: readonly Entry[], handlers: ReadonlySet<string>): Entry[] {
  const twice = files.find(({ name }, index) => files.findIndex((other) => other.name === name) < index);
  if (twice !== undefined) throw new Error(`There are two handlers ${twice.name}; one of them is in ${twice.from}.`);
  return [...Map.groupBy(files, ({ from }) => from)].map(([from, entries]) => {
    const names = entries.flatMap(({ name }) => [name, `${name}ByUser`].filter((each) => handlers.has(each)));
    return { name: names.sort().join(", "), from };
  });
}

const handler = /^export const (\w+) =\s+\([^;=]*\): \w*Handler<"\1">/gm;

// Where a second service has the RPC too, for a user, its handler is in the same file.
function handlersBelow(folder: string): Entry[] {
  return find(`${folder}/**/*.ts`).flatMap((path) =>
    [...read(path).matchAll(handler)].map(([, name = ""]) => ({ name, from: `.${path.slice(folder.length)}` })),
  );
}

function rpcsByService(): Map<string, string[]> {
  const texts = find("proto/parley/**/*.proto").map(read);
  const services = texts.flatMap((text) => [...text.matchAll(/^service (\w+) \{$([\s\S]*?)^\}$/gm)]);
  return new Map(
    services.map(([, name = "", body = ""]) => [name, [...body.matchAll(/^ {2}rpc (\w+)\(/gm)].map(([, rpc = ""]) => lowerFirst(rpc))]),
  );
}

function lowerFirst(name: string): string {
  return name.charAt(0).toLowerCase() + name.slice(1);
}

function find(glob: string): string[] {
  return globSync(glob, { cwd: workspaceRoot }).sort();
}

function read(path: string): string {
  return readFileSync(join(workspaceRoot, path), "utf8");
}
