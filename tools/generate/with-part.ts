import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

/** A page, by its path in the repository, with this part between its two comments of this name. */
export function pageWithPart(page: string, name: string, part: string): string {
  const text = readFileSync(join(workspaceRoot, page), "utf8");
  const [begin, end] = [`<!-- ${name}: made by npm run generate -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no part ${name}.`);
  return `${text.slice(0, from + begin.length)}\n${part}\n${text.slice(to)}`;
}
