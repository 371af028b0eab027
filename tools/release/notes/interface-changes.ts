import type { Change } from "../surface/compare.ts";

const mostLines = 60;

/** What changed of the interface, as lines of a changelog: all that breaks, then what is new; of very many, how many more there are. */
export function interfaceChanges(changes: readonly Change[]): string {
  const lines = changes
    .toSorted((a, b) => Number(b.breaks) - Number(a.breaks))
    .map(({ breaks, text }) => `- ${breaks ? "**breaks** " : ""}${text}`);
  const rest = lines.length - mostLines;
  return [...lines.slice(0, mostLines), ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n");
}
