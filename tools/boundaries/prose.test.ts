import { expect, test } from "vitest";
import { absentFiles } from "./named-files.ts";
import { fetchedNames, longestCell, type Problem, referenceProblems, retiredWordsIn, wideCells } from "./prose.ts";

const linesOf = (problems: readonly Problem[]) => problems.map(({ line }) => line);

test.each([
  "npx parley login",
  "npx -y parley",
  "npm install -g parley",
  "npm i @parley/sdk",
  "pip install parley[encryption]",
  'pip install "parley-collab[encryption]"',
  "uv pip install parley",
  "go get github.com/parley/parley-go",
  "docker run --rm parley/all-in-one",
])("%s would fetch what a stranger may have published", (line) => {
  expect(linesOf(fetchedNames(`text\n${line}`))).toEqual([2]);
});

test.each([
  "npx --no parley login",
  "npm install libs/sdk-typescript/dist",
  "pip install libs/sdk-python",
  "docker run --name parley parley-all-in-one",
])("%s fetches nothing of strangers", (line) => {
  expect(fetchedNames(line)).toEqual([]);
});

test("a table cell above the limit is found; prose, separators and escaped borders are no wide cells", () => {
  const fitting = "x".repeat(longestCell);

  expect(linesOf(wideCells(`# Page\n\n| a | b |\n| --- | --- |\n| ${fitting} | b |\n| a | ${fitting}x |\n`))).toEqual([6]);
  expect(wideCells(`${"word ".repeat(100)}\n\n| a |\n| ${"-".repeat(300)} |\n| ${"y".repeat(80)} \\| z |\n`)).toEqual([]);
});

test("a retired word in prose is found with the word that took its place; names in code, links and longer words are free", () => {
  const page =
    "`removals.list` and [the list](#removals)\n\n```sh\ncall removals.list\n```\n\n   ```js\n   verdict\n   ```\nPrejudgement and burying.\n";

  expect(retiredWordsIn("# Page\n\nA Removal counts down.\n")).toEqual([
    { line: 3, text: "says Removal, which is retired; the word is erasure" },
  ]);
  expect(retiredWordsIn(page)).toEqual([]);
});

const documents = new Set(["README.md", "customers.md"]);

test.each([
  ["a document by its file", "// Costs more than it saves (performance.md).", "is not in the repository; state the rule here"],
  ["a document in a folder", "See design/architecture.md.", "is not in the repository"],
  ["the specification", `// As the ${"specification"} has it.`, "is not in the repository"],
  ["decisions", `/** The same for all (${"decisions"}, section 2). */`, "is not in the repository"],
  ["decisions at the beginning", `${"Decisions"}, section 6, say when.`, "is not in the repository"],
  ["an operation by its number", `/** Operation ${13}. */`, "by its number"],
  ["operations by their numbers", `Only operations ${5} and ${13} may.`, "by its number"],
])("a reference to %s is reported", (_, text, problem) => {
  expect(referenceProblems(text, documents)).toEqual([{ text: expect.stringContaining(problem) }]);
});

test("documents of the repository, public standards and counts of operations pass", () => {
  const text = "libs/customers.md and [README](../README.md); the Standard Webhooks specification; RFC 2606; 16 operations; operation a";

  expect(referenceProblems(text, documents)).toEqual([]);
});

const files = new Set(["README.md", "apps/users/src/members/find-users.ts", "apps/users/README.md", "libs/rpc/src/served-call.ts"]);

test.each([
  ["`apps/users/src`, `members/find-users.ts`, `served-call.ts`, [root](../../README.md#run-it), [sources](src/members)", []],
  [
    '`apps/users/src/gone`, `users/find-users.ts`, `gone.ts`, [gone](../gone/README.md), <img src="gone.webp">',
    ["apps/users/src/gone", "users/find-users.ts", "gone.ts", "../gone/README.md", "gone.webp"],
  ],
  // The end of a file's name is not the file.
  ["`users.ts`", ["users.ts"]],
  // Patterns, what a build makes, addresses and fenced blocks name no file.
  [
    "`<noun>/<rpc>.ts`, `**/*.test.ts`, `apps/users/dist/main.js`, [web](https://example.org/gone)\n\n```sh\nnode `apps/gone.ts`\n```\n",
    [],
  ],
  ['```mermaid\nflowchart TB\n  A["members/find-users.ts"] --> B["members/gone.ts, first"]\n```\n', ["members/gone.ts"]],
])("a page that says %j names the absent files %j", (page, absent) => {
  expect(absentFiles("apps/users/README.md", page, files)).toEqual(absent);
});
