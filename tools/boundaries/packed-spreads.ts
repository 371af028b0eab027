import { parseSync } from "oxc-parser";

/** Returns the lines where a source text spreads an object literal with several fields; each field is to have its own line. */
export function packedSpreads(path: string, text: string): number[] {
  // Parsing is the most expensive part of the check, and few files have such a spread.
  if (!/\.\.\.\s*\{/.test(text)) return [];
  const starts: number[] = [];
  visit(parseSync(path, text).program, starts);
  return starts.map((start) => text.slice(0, start).split("\n").length);
}

interface Spread {
  readonly start: number;
  readonly argument: { readonly type: string };
}

function visit(part: unknown, starts: number[]): void {
  if (typeof part !== "object" || part === null) return;
  if ("type" in part && part.type === "SpreadElement" && (part as unknown as Spread).argument.type === "ObjectExpression") {
    starts.push((part as unknown as Spread).start);
  }
  for (const inner of Object.values(part)) visit(inner, starts);
}
