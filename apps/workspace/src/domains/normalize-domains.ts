import type { FieldViolation } from "@parley/kernel";
import { normalizeDomain } from "./domain.ts";

/** The normalised forms of domains, each once, in the given order; a violation for every entry that is not a host. */
export function normalizeDomains(entries: readonly string[], field: string): { domains: string[]; violations: FieldViolation[] } {
  const normalized = entries.map(normalizeDomain);
  const violations = entries.flatMap((entry, index) =>
    normalized[index] === undefined ? [{ field: `${field}[${index}]`, message: `${shown(entry)} is not a domain.` }] : [],
  );
  return { domains: [...new Set(normalized.filter((domain) => domain !== undefined))], violations };
}

const longestShown = 100;

// An entry may be long, and many may be wrong, so each is shown only by its beginning.
function shown(entry: string): string {
  return JSON.stringify(entry.length > longestShown ? `${entry.slice(0, longestShown)}…` : entry);
}
