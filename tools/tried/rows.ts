import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { longestCell } from "../boundaries/prose.ts";
import { workspaceRoot } from "../workspace-root.ts";

/** The parts of the page, in their order. */
export const parts = [
  "Runtimes",
  "Postgres",
  "Kafka",
  "Kubernetes",
  "Browsers",
  "Proxies",
  "Observability",
  "OpenAPI",
  "gRPC and Connect",
  "MCP",
  "Webhooks",
  "Mail",
  "Existing code",
  "Ask AI",
] as const;

const cell = z.string().max(longestCell);

const row = z.strictObject({
  part: z.enum(parts),
  name: cell.min(1),
  version: cell.min(1),
  /** When it was last run. */
  day: z.iso.date(),
  /** What shows it. */
  command: cell.min(1),
  /** What is otherwise than with others of its kind; empty where nothing is. */
  differs: cell,
  /** Further columns of the page about its part. */
  shows: z.record(z.string(), cell).optional(),
});

/** Something of others that Parley was run with. */
export type Row = z.infer<typeof row>;
export type Part = Row["part"];

export const triedFile = "deploy/tried-with.json";

/** The rows of the file, checked. */
export function readRows(content: unknown): Row[] {
  return z.array(row).parse(content);
}

export function triedRows(): Row[] {
  return readRows(JSON.parse(readFileSync(join(workspaceRoot, triedFile), "utf8")));
}

/** Keeps what a script saw today in the place of what it saw before. */
export function keepTried(seen: readonly Omit<Row, "day">[]): void {
  const day = new Date().toISOString().slice(0, 10);
  const rows = merged(
    triedRows(),
    seen.map((each) => ({ ...each, day })),
  );
  const text = JSON.stringify(readRows(rows), undefined, 2);
  writeFileSync(join(workspaceRoot, triedFile), `${text}\n`);
}

/** The rows of which those with the same name and version are replaced, by part, name and version. */
export function merged(kept: readonly Row[], seen: readonly Row[]): Row[] {
  const rows = new Map([...kept, ...seen].map((each) => [[each.part, each.name, each.version].join("\n"), each]));
  const order = (a: Row, b: Row) =>
    parts.indexOf(a.part) - parts.indexOf(b.part) ||
    a.name.localeCompare(b.name, "en") ||
    a.version.localeCompare(b.version, "en", { numeric: true });
  return [...rows.values()].toSorted(order);
}

/** The rows whose day is more than a year ago: nobody has run Parley with that version since. */
export function oldRows(rows: readonly Row[], today: string): Row[] {
  const [year, ...rest] = today.split("-");
  const yearAgo = [Number(year) - 1, ...rest].join("-");
  return rows.filter(({ day }) => day < yearAgo);
}
