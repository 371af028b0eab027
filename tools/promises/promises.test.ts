import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";

const page = await readFile(join(import.meta.dirname, "README.md"), "utf8");
const rows = page
  .split("\n")
  .filter((line) => /^\| P\d/.test(line))
  .map((line) => line.split("|").map((cell) => cell.trim()));
const ofTiers = [
  [1, 16],
  [20, 27],
  [30, 42],
] as const;

test("every promise has its row, once and in order", () => {
  const expected = ofTiers.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => `P${first + n}`));

  expect(rows.map(([, name]) => name)).toEqual(expected);
});

test("every row has as many cells as the head of its table", () => {
  const tables = page.split("\n\n").filter((block) => block.startsWith("|"));
  const uneven = tables.flatMap((table) => {
    const [head = "", ...below] = table.trimEnd().split("\n");
    return below.filter((row) => row.split("|").length !== head.split("|").length);
  });

  expect(tables).toHaveLength(2);
  expect(uneven).toEqual([]);
});

test("a promise says by what it is shown, or that it is not", () => {
  const silent = rows.filter(
    ([, , , shown = "", missing = ""]) => !shown.includes("`npm ") && !(shown === "nothing yet" && missing !== ""),
  );

  expect(silent.map(([, name]) => name)).toEqual([]);
});

test("every file, script and bench that the page names exists", async () => {
  const { scripts } = JSON.parse(await readFile(join(workspaceRoot, "package.json"), "utf8")) as { scripts: Record<string, string> };
  const benches = await readFile(join(workspaceRoot, "tools/bench/bench.ts"), "utf8");
  const files = [...page.matchAll(/[\w./-]+\/[\w.-]+\.test\.ts/g)].map(([file]) => file);
  const named = [...page.matchAll(/npm run ([\w:-]+)(?: -- ([\w-]+))?/g)].map(([, script = "", argument]) => ({ script, argument }));

  expect(files.length).toBeGreaterThan(50);
  expect(files.filter((file) => !existsSync(join(workspaceRoot, file)))).toEqual([]);
  expect(named.filter(({ script }) => scripts[script] === undefined)).toEqual([]);
  const unknown = named.filter(({ script, argument }) => script === "bench" && !new RegExp(`^  "?${argument}"?: async`, "m").test(benches));
  expect(unknown).toEqual([]);
});
