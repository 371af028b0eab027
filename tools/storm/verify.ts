import type { Entry, Fact } from "./journal.ts";

export type FindingKind = "lost" | "phantom" | "doubled" | "late" | "refused" | "internal" | "unfinished" | "not replayed" | "broken";

/** A violation. */
export interface Finding {
  readonly kind: FindingKind;
  readonly scenario: string;
  readonly what: string;
}

interface Asked {
  readonly value: string | null;
  readonly acknowledged: boolean;
  readonly unclear: boolean;
}

export interface Tally {
  readonly asked: number;
  readonly acknowledged: number;
  readonly unclear: number;
}

/** How the writes of a scenario ended. */
export function tally(entries: readonly Entry[], scenario: string): Tally {
  const own = new Set(entries.flatMap((entry) => ("asked" in entry && entry.scenario === scenario ? [entry.n] : [])));
  const count = (word: string) => entries.filter((entry) => word in entry && own.has(entry.n)).length;
  return { asked: own.size, acknowledged: count("acknowledged"), unclear: count("unclear") };
}

/**
 * Compares the stored data with the requested and acknowledged writes. One writer at a time writes a key, and continues only after an
 * acknowledgement; so the last acknowledged value must be stored, or the one requested after it.
 */
export function verify(scenario: string, entries: readonly Entry[], stored: readonly Fact[]): Finding[] {
  const history = historyOf(scenario, entries);
  const found = new Map<string, string[]>();
  for (const { key, value } of stored) if (value !== null) found.set(key, [...(found.get(key) ?? []), value]);

  const findings: Finding[] = [];
  const find = (kind: FindingKind, what: string) => findings.push({ kind, scenario, what });
  for (const [key, values] of found) {
    const asked = history.get(key);
    if (values.length > 1) find("doubled", `${key} is there ${values.length} times`);
    for (const value of values) {
      if (!asked?.some((write) => write.value === value)) find("phantom", `${key} = ${value}, which nobody wrote`);
    }
  }
  for (const [key, asked] of history) {
    const value = found.get(key)?.[0] ?? null;
    if (isAllowed(asked, value)) continue;
    const before = asked.find((write) => write.value === value);
    // An attempt that had been given up took effect after a later, acknowledged write.
    if (before?.unclear) find("late", `${key} is ${value}, as an earlier attempt left it; acknowledged was ${lastAcknowledged(asked)}`);
    else if (before !== undefined || value === null) find("lost", `${key} is ${value}, acknowledged was ${lastAcknowledged(asked)}`);
  }
  return [...findings, ...answered(scenario, entries)];
}

function historyOf(scenario: string, entries: readonly Entry[]): Map<string, Asked[]> {
  const acknowledged = new Set(entries.flatMap((entry) => ("acknowledged" in entry ? [entry.n] : [])));
  const unclear = new Set(entries.flatMap((entry) => ("unclear" in entry ? [entry.n] : [])));
  const history = new Map<string, Asked[]>();
  for (const entry of entries) {
    if (!("asked" in entry) || entry.scenario !== scenario) continue;
    for (const { key, value } of entry.asked) {
      const writes = history.get(key) ?? [];
      writes.push({ value, acknowledged: acknowledged.has(entry.n), unclear: unclear.has(entry.n) });
      history.set(key, writes);
    }
  }
  return history;
}

function isAllowed(asked: readonly Asked[], value: string | null): boolean {
  const last = asked.findLastIndex((write) => write.acknowledged);
  const allowed = asked.slice(Math.max(0, last)).map((write) => write.value);
  return allowed.includes(value) || (last < 0 && value === null);
}

function lastAcknowledged(asked: readonly Asked[]): string {
  return String(asked.findLast((write) => write.acknowledged)?.value ?? "nothing");
}

// Violations that the responses alone show.
function answered(scenario: string, entries: readonly Entry[]): Finding[] {
  const own = new Map(entries.flatMap((entry) => ("asked" in entry && entry.scenario === scenario ? [[entry.n, entry] as const] : [])));
  const ended = new Set(entries.flatMap((entry) => ("acknowledged" in entry || "refused" in entry ? [entry.n] : [])));
  const findings: Finding[] = [];
  for (const entry of entries) {
    if (!own.has(entry.n)) continue;
    if ("refused" in entry) findings.push({ kind: "refused", scenario, what: `${own.get(entry.n)?.path} ${entry.refused}` });
    if ("unclear" in entry && entry.unclear.startsWith("500"))
      findings.push({ kind: "internal", scenario, what: `${own.get(entry.n)?.path} ${entry.unclear}` });
    if ("notReplayed" in entry) findings.push({ kind: "not replayed", scenario, what: `${own.get(entry.n)?.path} ${entry.notReplayed}` });
  }
  for (const [n, { path }] of own) {
    if (!ended.has(n)) findings.push({ kind: "unfinished", scenario, what: `${path} was never answered, also after the storm` });
  }
  return findings;
}
