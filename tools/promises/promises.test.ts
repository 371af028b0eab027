import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";

const page = await readFile(join(import.meta.dirname, "README.md"), "utf8");
const sections = page
  .split(/^### /m)
  .slice(1)
  .map((text) => ({ name: /^P\d+/.exec(text)?.[0], text }));
const ofTiers = [
  [1, 16],
  [20, 27],
  [30, 42],
  [50, 58],
  [60, 61],
  [65, 65],
] as const;

test("every promise has its section, once and in order", () => {
  const expected = ofTiers.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, n) => `P${first + n}`));

  expect(sections.map(({ name }) => name)).toEqual(expected);
});

test("a promise begins with the commands that prove it", () => {
  const silent = sections.filter(({ text }) => !/^[^\n]+\n\n```sh\nnpm /.test(text));

  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("a promise says how it is shown and what is not shown, once each", () => {
  const counts = (text: string, label: string) => text.split(`- **${label}**: `).length - 1;
  const silent = sections.filter(({ text }) => counts(text, "Shown") !== 1 || counts(text, "Not shown") !== 1);

  expect(silent.map(({ name }) => name)).toEqual([]);
});

test("the page can be read in an editor: no line of prose is longer than 170 characters", () => {
  const long = page.split("\n").filter((line) => line.length > 170);

  expect(long).toEqual([]);
});

test("every file, script and bench on the page exists", async () => {
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
