import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { DescMethod } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { modules } from "../../src/modules.ts";

const apps = resolve(import.meta.dirname, "../../..");

interface Served {
  readonly app: string;
  readonly method: DescMethod;
}

const served: Served[] = modules.flatMap(({ name: app, serves }) =>
  (serves?.services ?? []).flatMap((service) => service.methods.map((method) => ({ app, method }))),
);

const isPaged = ({ method }: Served) => method.output.fields.some(({ name }) => name === "next_page_token");
const rowsOf = ({ method }: Served) => method.output.fields.filter(({ fieldKind }) => fieldKind === "list");

/** Lists without pages, and what limits their responses. */
const bounded: Readonly<Record<string, string>> = {
  "CredentialsService/ListAuthTokens": "an API key has few tokens: PARLEY_WORKSPACE_MAX_AUTH_TOKENS",
  "ConfigsService/GetWebhookConfig": "five secrets sign at a time at most",
  "SecretsService/GetDeliveryEndpoints": "an API key has fifty endpoints at most, each of less than 64 KiB",
  "CredentialsService/ListWorkspaceTokens": "a workspace has few tokens: PARLEY_WORKSPACE_MAX_AUTH_TOKENS",
  "UsageService/ListMinutes": "at most 1,440 steps, each of a few numbers",
  "ActivityService/ListenForChanges": "each response names fewer than a hundred places",
  "ConfigsService/ListDomains": "an API key has few domains: PARLEY_WORKSPACE_MAX_DOMAINS",
};

/** Lists that combine pages of another service, which limits them, with a few rows of their own. */
const relayed = new Set(["WebhooksService/GetWebhookEndpoints"]);

const isPagedHere = (each: Served) => isPaged(each) && !relayed.has(`${each.method.parent.name}/${each.method.name}`);

test.each(served.filter(isPagedHere).map((each) => [`${each.method.parent.name}/${each.method.name}`, each] as const))(
  "%s limits its pages in bytes",
  (_name, { app, method }) => {
    expect(countsBytes(handlerOf(app, method.name))).toBe(true);
  },
);

test("a read that returns a list has pages, one item for each requested one, or a bound of its own", () => {
  const reads = served.filter((each) => /^(List|Get|Find|Read)/.test(each.method.name) && rowsOf(each).length > 0 && !isPaged(each));
  const unexplained = reads
    .filter(({ method }) => !method.input.fields.some(({ fieldKind }) => fieldKind === "list"))
    .filter(({ app, method }) => !countsBytes(handlerOf(app, method.name)))
    .map(({ method }) => `${method.parent.name}/${method.name}`)
    .filter((name) => bounded[name] === undefined);

  expect(unexplained).toEqual([]);
});

/**
 * The file of an RPC's handler: the file named after the RPC, the file that declares it, or the file of the function that a table of RPCs
 * names for it. The services that own removals share two handlers.
 */
function handlerOf(app: string, name: string): string {
  const common = ({ ListOpenErasures: "list-open.ts", ListRemovals: "list-removals.ts" } as Record<string, string>)[name];
  if (common !== undefined) return resolve(apps, "../libs/erasure/src/owner", common);
  const file = `${name.replace(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase()}.ts`;
  const named = globSync(join(apps, app, "src/**", file)).find((path) => basename(path) === file);
  const handler = `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
  const declares = (path: string) => readFileSync(path, "utf8").includes(`Handler<"${handler}">`);
  const found = named ?? globSync(join(apps, app, "src/**/*.ts")).find(declares) ?? inTables(app, handler);
  if (found === undefined) throw new Error(`${app} has no ${file}, no Handler<"${handler}">, and no table that names a function for it.`);
  return found;
}

/**
 * The file of the function that returns a list, according to the entry `name` of a table in `src`: the first function of the service that
 * the entry calls.
 */
function inTables(app: string, name: string): string | undefined {
  for (const table of globSync(join(apps, app, "src/*.ts"))) {
    const source = readFileSync(table, "utf8");
    const [, entry = ""] = new RegExp(`^    (?:async )?${name}\\b(.*?)(?=^    \\w|^  \\};)`, "ms").exec(source) ?? [];
    const imports = [...source.matchAll(/^import \{ (.*) \} from "(\.[^"]+)"/gm)];
    for (const [, called = ""] of entry.matchAll(/\b((?:read|list|search)\w+)\(/g)) {
      const from = imports.find(([, names = ""]) => names.split(", ").includes(called))?.[2];
      if (from !== undefined) return resolve(dirname(table), from);
    }
  }
  return undefined;
}

/** Whether the file, or a file of the same service that it imports, counts the bytes of a page. */
function countsBytes(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file) || !existsSync(file)) return false;
  seen.add(file);
  const source = readFileSync(file, "utf8");
  if (/\b(PageBytes|cutPage|fittingRows)\b/.test(source)) return true;
  return [...source.matchAll(/^import (?!type ).* from "(\.[^"]+)"/gm)].some(([, path = ""]) =>
    countsBytes(resolve(dirname(file), path), seen),
  );
}
