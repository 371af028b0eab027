import { modules } from "../../apps/all-in-one/src/modules.ts";

/** The callers of each method, from the modules' declarations: a service that runs alone does not have the others' declarations. */
export function callersFile(): Record<string, string> {
  const rows = modules
    .flatMap(({ serves }) => serves?.services ?? [])
    .flatMap(({ typeName, methods }) => methods.map((method) => ({ name: `${typeName}/${method.name}`, method })))
    .map(({ name, method }) => ({
      name,
      callers: modules.filter(({ uses, asks = [], calls = [] }) => {
        const named = calls.filter(({ parent }) => parent === method.parent);
        return [...uses, ...asks].includes(method.parent) && (named.length === 0 || named.includes(method));
      }),
    }))
    .filter(({ callers }) => callers.length > 0);
  const lines = rows.map(({ name, callers }) =>
    line(
      name,
      callers.map((caller) => JSON.stringify(caller.name)),
    ),
  );
  return {
    "libs/contracts/src/callers.ts": [
      "// Made of what the modules declare (`uses`, `calls`) by `npm run generate`.",
      "",
      "/** The modules that call a method, by its full name. */",
      "export const declaredCallers: Readonly<Record<string, readonly string[]>> = {",
      ...lines,
      "};",
      "",
    ].join("\n"),
  };
}

const longestLine = 140;

// In the formatter's layout.
function line(name: string, callers: readonly string[]): string {
  const short = `  ${JSON.stringify(name)}: [${callers.join(", ")}],`;
  if (short.length <= longestLine) return short;
  return [`  ${JSON.stringify(name)}: [`, ...callers.map((caller) => `    ${caller},`), "  ],"].join("\n");
}
