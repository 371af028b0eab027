// Words that a table's name follows, except within a call such as `extract(day from …)`.
const leading = new Set(["from", "join", "into", "update", "using", "only"]);
// Words that end the list of tables after `from` and `using`.
const ending = new Set(["where", "set", "group", "order", "limit", "having", "window", "returning", "union", "for", "select", "values"]);
const callsWithFrom = new Set(["extract", "substring", "trim", "overlay", "position"]);
// Words that may come before a table's name.
const modifiers = new Set(["lateral", "only"]);
const notTables = new Set(["select", "values", "set", "of", "skip", "nowait", "no", "key"]);
// What every schema contains besides tables.
const functions = new Set(["now_ms"]);

const token = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$?[a-zA-Z_]\w*|\d+|\s+|[\s\S]/g;
const word = /^[a-zA-Z_]\w*$/;

interface Level {
  /** The function that the parenthesis belongs to: the word in front of it. */
  readonly call: string;
  listsTables: boolean;
}

/**
 * The statement with its tables, and whatever else belongs to the schema, qualified with the schema: so it means the same on every
 * connection, whatever its search path is, also behind a pooler that runs each transaction in another session. Names of common table
 * expressions stay as they are.
 */
export function withQualifiedNames(schema: string, text: string): string {
  const tokens = text.match(token) ?? [];
  const local = commonTables(text);
  const levels: Level[] = [{ call: "", listsTables: false }];
  let expectsTable = false;
  let before = "";
  let result = "";
  for (const [index, part] of tokens.entries()) {
    if (part.trim() === "" || part.startsWith("--")) {
      result += part;
      continue;
    }
    const level = levels.at(-1) ?? { call: "", listsTables: false };
    const lower = part.toLowerCase();
    const next = nextToken(tokens, index);
    const isName = word.test(part) && next !== ".";
    if (part.startsWith("'") && before === "(" && level.call === "nextval") result += `'${schema}.${part.slice(1)}`;
    else if (isName && next === "(" && functions.has(lower) && before !== ".") result += `${schema}.${part}`;
    else if (expectsTable && isName && !modifiers.has(lower) && isTable(lower, next, before, local)) result += `${schema}.${part}`;
    else result += part;

    if (part === "(") levels.push({ call: before, listsTables: false });
    else if (part === ")") levels.pop();
    const leads = leading.has(lower) && !(lower === "from" && (before === "distinct" || callsWithFrom.has(level.call)));
    if (leads && lower !== "into" && lower !== "update") level.listsTables = true;
    if (ending.has(lower)) level.listsTables = false;
    expectsTable =
      (leads && !(lower === "update" && (before === "for" || before === "do"))) ||
      (part === "," && level.listsTables) ||
      (expectsTable && modifiers.has(lower));
    before = lower;
  }
  return result;
}

// After `into` a parenthesis begins the list of columns; elsewhere it begins a function's arguments.
function isTable(name: string, next: string, before: string, local: ReadonlySet<string>): boolean {
  return !notTables.has(name) && !name.startsWith("pg_") && !local.has(name) && (next !== "(" || before === "into");
}

function nextToken(tokens: readonly string[], index: number): string {
  for (let at = index + 1; at < tokens.length; at++) {
    const part = tokens[at] ?? "";
    if (part.trim() !== "" && !part.startsWith("--")) return part;
  }
  return "";
}

// `with a as (…), b (x, y) as materialized (…)`.
function commonTables(text: string): Set<string> {
  const named = text.matchAll(/\b([a-z_]\w*)\s*(?:\([\w\s,]*\)\s*)?\bas\s+(?:not\s+)?(?:materialized\s*)?\(/gi);
  return new Set([...named].map(([, name = ""]) => name.toLowerCase()));
}
