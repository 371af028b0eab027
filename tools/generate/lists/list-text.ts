/** A name in a list, from a file next to or below it. */
export interface Entry {
  readonly name: string;
  /** The path in the import: `./members/add-users.ts`. */
  readonly from: string;
}

interface List {
  /** The beginning of the list, with its opening bracket. */
  readonly opening: RegExp;
  readonly closing: "]" | "}";
  readonly names: readonly string[];
  /** The name as it is written in the list. */
  readonly item: (name: string) => string;
}

const longestLine = 140;

/** The text with exactly these names in the list: existing names in their order, then the new ones. Fails when there is no such list. */
export function withList(text: string, { opening, closing, names, item }: List): string {
  const match = opening.exec(text);
  const start = match === null ? 0 : match.index + match[0].length;
  const end = text.indexOf(closing, start);
  if (match === null || end < 0) throw new Error(`There is no list that begins with ${opening}.`);
  const before = text
    .slice(start, end)
    .split(",")
    .map((word) => word.trim().split(":", 1)[0] ?? "");
  const kept = before.filter((name) => names.includes(name));
  const items = [...kept, ...names.filter((name) => !kept.includes(name))].map(item);

  const line = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  const indent = /^ */.exec(line)?.[0] ?? "";
  const short = items.join(", ");
  // The list in the formatter's layout: an array is on one line if it fits, an object never.
  const isShort = closing === "]" && `${line}${short}];`.length <= longestLine;
  const body = isShort ? short : `\n${items.map((each) => `${indent}  ${each},\n`).join("")}${indent}`;
  return text.slice(0, start) + body + text.slice(end);
}

const importOf = /^import (?:type )?\{\s*([^}]+?),?\s*\} from "(.+)";$/gm;

/** The text with exactly these entries imported, sorted like the formatter; `isEntry` tells whether an existing import was an entry. */
export function withImports(text: string, entries: readonly Entry[], isEntry: (entry: Entry) => boolean): string {
  const imports = [...text.matchAll(importOf)].map(([whole, name = "", from = ""]) => ({ text: whole, name, from }));
  const others = imports.filter((each) => each.text.startsWith("import type") || !isEntry(each));
  const all = [...others, ...entries.map(({ name, from }) => ({ text: importText(name, from), from }))];
  const rest = text.replace(importOf, "").replace(/^\n+/, "");
  return `${all
    .toSorted(byPath)
    .map((each) => each.text)
    .join("\n")}\n\n${rest}`;
}

// In the formatter's layout.
function importText(names: string, from: string): string {
  const text = `import { ${names} } from "${from}";`;
  return text.length <= longestLine ? text : `import {\n${names.replace(/(\w+)(?:, |$)/g, "  $1,\n")}} from "${from}";`;
}

type Import = Pick<Entry, "from">;

function byPath(one: Import, other: Import): number {
  const first = keyOf(one);
  const second = keyOf(other);
  return first < second ? -1 : first > second ? 1 : 0;
}

// Packages, then folders above, then files next to and below; a name before those that begin with it.
function keyOf({ from }: Import): string {
  const path = from.replace(/\.ts$/, "");
  const rank = path.startsWith("../") ? 1 : path.startsWith("./") ? 2 : 0;
  return `${rank}${path}`;
}
