import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../../workspace-root.ts";
import { type FigureGroup, figureTables } from "./figure-tables.ts";

const page = "tools/bench/README.md";

/** The page about the benches, with tables of the measured figures. */
export function benchFile(): Record<string, string> {
  const figures = figureTables(JSON.parse(read("tools/bench/figures.json")) as FigureGroup[]);
  return { [page]: withPart(read(page), "figures", figures) };
}

/** Replaces the part of the text between the two comments of this name. */
function withPart(text: string, name: string, part: string): string {
  const [begin, end] = [`<!-- ${name}: made by npm run generate -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no part ${name}.`);
  return `${text.slice(0, from + begin.length)}\n${part}\n${text.slice(to)}`;
}

function read(path: string): string {
  return readFileSync(join(workspaceRoot, path), "utf8");
}
