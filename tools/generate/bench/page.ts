import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../../workspace-root.ts";
import { pageWithPart } from "../with-part.ts";
import { type FigureGroup, figureTables } from "./figure-tables.ts";

const page = "tools/bench/README.md";

/** The page about the benches, with tables of the measured figures. */
export function benchFile(): Record<string, string> {
  const groups = JSON.parse(readFileSync(join(workspaceRoot, "tools/bench/figures.json"), "utf8")) as FigureGroup[];
  return { [page]: pageWithPart(page, "figures", figureTables(groups)) };
}
