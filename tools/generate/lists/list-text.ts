/** A name that a list takes from a file beside or below it. */
export interface Entry {
  readonly name: string;
  /** As the import says it: `./members/add-users.ts`. */
  readonly from: string;
}

interface List {
  /** Where the list begins, its opening bracket included. */
  readonly opening: RegExp;
  readonly closing: "]" | "}";
  readonly names: readonly string[];
  /** How the list says a name. */
  readonly item: (name: string) => string;
}

const longestLine = 140;

/** The text with a list of exactly these names: those that were there in their order, then the new ones. Fails when there is no such list. */
export function withList(text: string, { opening, closing, names, item }: List): string {
  const match = opening.exec(text);
  const start = match === null ? 0 : match.index + match[0].length;
  const end = text.indexOf(closing, start);
  if (match === null || end < 0) throw new Error(`There is no list that begins as ${opening} says.`);
  const before = text
    .slice(start, end)
    .split(",")
    .map((word) => word.trim().split(":", 1)[0] ?? "");
  const kept = before.filter((name) => names.includes(name));
  const items = [...kept, ...names.filter((name) => !kept.includes(name))].map(item);

  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const indent = /^ */.exec(line)?.[0] ?? "";
  const short = items.join(", ");
  // As the formatter writes it: an array on one line if there is room, an object as it was.
  const isShort = closing === "]" && `${line}${short}];`.length <= longestLine;
  const body = isShort ? short : `\n${items.map((each) => `${indent}  ${each},\n`).join("")}${indent}`;
  return text.slice(0, start) + body + text.slice(end);
}

const importLine = /^import (?:type )?\{ (.+) \} from "(.+)";$/;

/** The text with imports of exactly these entries, sorted as the formatter does; `isEntry` says of an import whether it was one. */
export function withImports(text: string, entries: readonly Entry[], isEntry: (entry: Entry) => boolean): string {
  const lines = text.split("\n");
  const imports = lines.filter((line) => importLine.test(line));
  const others = imports.filter((line) => {
    const [, name = "", from = ""] = importLine.exec(line) ?? [];
    return line.startsWith("import type") || !isEntry({ name, from });
  });
  const all = [...others, ...entries.map(({ name, from }) => `import { ${name} } from "${from}";`)];
  return [...all.sort(byPath), ...lines.filter((line) => !importLine.test(line))].join("\n");
}

function byPath(one: string, other: string): number {
  const [a, b] = [keyOf(one), keyOf(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

// Packages, then folders above, then what lies beside and below; a name before those that begin with it.
function keyOf(line: string): string {
  const from = (importLine.exec(line)?.[2] ?? "").replace(/\.ts$/, "");
  const rank = from.startsWith("../") ? 1 : from.startsWith("./") ? 2 : 0;
  return `${rank}${from}`;
}
