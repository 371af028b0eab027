import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { allCalls } from "./velt-py/calls/all-calls.ts";
import type { VeltCall } from "./velt-py/velt-py.ts";
import { type Difference, differences } from "./velt-types/differences.ts";

// The calls are made by the tests of velt-py, which fail where one is not answered as it says here. Those of the types fail where a
// difference is missing from their list, or is none any more.

const libs = join(import.meta.dirname, "../../../../libs");

test("the page of the client's methods says what those calls show", async () => {
  const methods = Map.groupBy(allCalls, ({ service, method }) => `${service}.${method}`);
  const rows = [...methods].sort(([one], [other]) => one.localeCompare(other)).map(([name, calls]) => rowOf(name, calls));
  const lines = ["# Methods of velt-py 0.3.0", "", opening, "", ...tableOf([["Method", "Taken", "What differs"], ...rows])];
  const refused = [...methods].flatMap(([name, calls]) => refusedOf(name, calls)).sort();
  const page = [...lines, "", "Refused by name, each with the reason:", "", ...refused, ""].join("\n");

  await expect(page).toMatchFileSnapshot(join(libs, "moving-code-methods.md"));
});

test("the page of moving code has the differences between answers and existing types", async () => {
  const file = join(libs, "moving-code.md");
  const page = await readFile(file, "utf8");
  const rows = differences.map(rowOfDifference);
  const table = tableOf([["What", "Declared there", "Answered", "Why"], ...rows]).join("\n");

  await expect(page.replace(/\| What +\| Declared there .*?\n(?=\n)/s, `${table}\n`)).toMatchFileSnapshot(file);
});

const opening = `Each method of the client was called with every field of its request, against a Parley of which only the address and the prefix of headers
were set. [Moving code](moving-code.md) has what all methods have in common.`;

/** The lines of a table whose first row is its head, with cells of one width in each column. */
function tableOf(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const [head = [], ...others] = rows;
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...others.map(line)];
}

function rowOfDifference({ reads, members, why }: Difference): string[] {
  const declared = members.map(([, there]) => `\`${typeIn(there)}\``);
  const answered = members.map(([, there, here]) => `\`${typeIn(here)}\`${isOptional(here) && !isOptional(there) ? " or nothing" : ""}`);
  return [reads, [...new Set(declared)].join(", "), [...new Set(answered)].join(", "), why];
}

/** The type in a declaration such as `mode?: RecorderLayoutMode;`. */
const typeIn = (declaration: string) => declaration.slice(declaration.indexOf(":") + 2).replace(/( \| null)?;$/, "");
const isOptional = (declaration: string) => declaration.includes("?:");

function rowOf(name: string, calls: readonly VeltCall[]): string[] {
  const isTaken = calls.some(({ refused, absent }) => refused === undefined && (absent === undefined || !isNoOperation(absent)));
  const differs = refusedOf(name, calls).length === 0 ? "" : "some fields, below";
  return [`\`${name}\``, isTaken ? "yes" : "no", isTaken ? differs : reasonOf(calls)];
}

function isNoOperation({ source }: RegExp): boolean {
  return source.includes("no operation") || source.startsWith("Parley has no");
}

/** The fields of a method that are refused by name, as a line; none if there are none. */
function refusedOf(name: string, calls: readonly VeltCall[]): string[] {
  const names = calls.flatMap(({ refused, fields = {} }) => (refused === undefined ? [] : namedIn(refused, fields)));
  return names.length === 0 ? [] : [`- \`${name}\`: ${names.map((field) => `\`${field}\``).join(", ")}`];
}

function namedIn({ source }: RegExp, fields: object): string[] {
  const [path = ""] = /^[\w.\\[\]]+(?= is refused)/.exec(source) ?? [];
  const field = path.replaceAll("\\", "");
  const [first = ""] = field.split(/[.[]/);
  return first !== "" && Object.hasOwn(fields, first) ? [field] : [];
}

function reasonOf([call]: readonly VeltCall[]): string {
  if (call?.absent === undefined) return "only the operator of the installation may";
  return call.absent.source.startsWith("Parley has no") ? call.absent.source : "there is no such operation";
}
