import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";
import { changeNames } from "./change-names.ts";
import { type Names, namesFile, readNames } from "./names.ts";
import { renamed } from "./rename.ts";
import { sourceFiles, textOf } from "./source-files.ts";

const names = readNames(workspaceRoot);
const others: Names = {
  command: "quorum",
  npmScope: "@quorum",
  pythonDistribution: "quorum-collab",
  pythonModule: "quorum_sdk",
  goModule: "github.com/quorum/quorum-go",
};
// What this file says is about all of them.
const sources = sourceFiles(workspaceRoot)
  .filter((path) => !path.startsWith("tools/names/"))
  .map((path) => ({ path, text: textOf(join(workspaceRoot, path)) ?? "" }));

test("the names that are published are those of the list", () => {
  const read = (path: string) => readFileSync(join(workspaceRoot, path), "utf8");
  const packages = sources.filter(({ path }) => /^(apps|libs)\/[^/]+\/package\.json$|^tools\/package\.json$/.test(path));

  expect(packages.length).toBeGreaterThan(20);
  for (const { path, text } of packages) expect(JSON.parse(text).name, path).toMatch(new RegExp(`^${names.npmScope}/`));
  expect(Object.keys(JSON.parse(read("apps/cli/package.json")).bin)).toEqual([names.command]);
  expect(/^name = "(.+)"$/m.exec(read("libs/sdk-python/pyproject.toml"))?.[1]).toBe(names.pythonDistribution);
  expect(sources.map(({ path }) => path)).toContain(`libs/sdk-python/src/${names.pythonModule}/__init__.py`);
  expect(read("libs/sdk-go/go.mod")).toMatch(new RegExp(`^module ${names.goModule}$`, "m"));
});

test("changed names leave no trace of the former ones in any file, and changed back every file is as it was", () => {
  const traces = [
    "npx --no parley",
    "@parley/",
    "@parley\\/",
    '@parley"',
    "parley-collab",
    "parley_collab",
    "parley_sdk",
    "parley-go",
    "bin/parley.js",
  ];
  const missed = sources.flatMap(({ path, text }) => {
    const changed = [renamed(path, names, others), renamed(text, names, others)];
    const left = traces.filter((trace) => changed.some((each) => each.includes(trace)));
    const back = changed.map((each) => renamed(each, others, names));
    return [...left.map((trace) => `${path}: ${trace}`), ...(back[0] === path && back[1] === text ? [] : [`${path}: not as it was`])];
  });

  expect(missed).toEqual([]);
});

test.each([
  ["`parley login --demo` and `parley operations`", "`quorum login --demo` and `quorum operations`"],
  ["npx --no parley console", "npx --no quorum console"],
  ["parley.call(operation); parley.users.list(); const parley = new Parley()", undefined],
  ["parley console sessions, no-reply@parley.example, ~/.config/parley, import parley", undefined],
  [
    'import("@parley/sdk"); /^@parley\\/(x)/; join("node_modules/@parley")',
    'import("@quorum/sdk"); /^@quorum\\/(x)/; join("node_modules/@quorum")',
  ],
  ["github.com/parley/parley-go/proto/users/v1;usersv1", "github.com/quorum/quorum-go/proto/users/v1;usersv1"],
  ["apps/cli/bin/parley.js libs/sdk-python/src/parley_sdk/call.py", "apps/cli/bin/quorum.js libs/sdk-python/src/quorum_sdk/call.py"],
])("of %s what is a name of ours is changed, and nothing else", (text, changed = text) => {
  expect(renamed(text, names, others)).toBe(changed);
});

test("one change rewrites texts and paths, and is refused whole where a name has no such form or is there already", () => {
  const root = mkdtempSync(join(tmpdir(), "parley-names-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  write(namesFile, JSON.stringify(names));
  write("src/parley_sdk/call.py", "from parley_sdk import Parley");
  write("index.ts", 'import "@parley/sdk"; import "@taken/sdk";');

  expect(() => changeNames(root, { npmScope: "acme" })).toThrow("acme cannot be a npmScope");
  expect(() => changeNames(root, { npmScope: "@taken", pythonModule: "acme_sdk" })).toThrow("index.ts has one of these names already");
  expect(read("src/parley_sdk/call.py")).toContain("parley_sdk");
  expect(changeNames(root, { npmScope: "@acme", pythonModule: "acme_sdk" })).toBe(2);

  expect(read("src/acme_sdk/call.py")).toBe("from acme_sdk import Parley");
  expect(read("index.ts")).toBe('import "@acme/sdk"; import "@taken/sdk";');
  expect(readNames(root)).toEqual({ ...names, npmScope: "@acme", pythonModule: "acme_sdk" });
});

// What these would fetch is whatever a stranger has published, or may publish, under that name.
const fetching = [
  String.raw`\b(?:npx|bunx|pnpm dlx|yarn dlx|npm exec)(?! --no )(?: -\S+)* ${names.command}\b`,
  String.raw`\b(?:npm|pnpm|yarn|bun) (?:i|install|add|create)(?: -\S+)* ["']?(?:${names.command}\b|${names.npmScope}/)`,
  String.raw`\b(?:pip3?|pipx|uv|poetry|uv pip|python3? -m pip) (?:install|add|run)(?: -\S+)* ["']?(?:${names.command}|${names.pythonDistribution})(?![\w/])`,
  String.raw`\bgo (?:get|install) ${names.goModule}`,
  String.raw`\bdocker (?:run|pull)\b[^\n]* ${names.command}/`,
  String.raw`\bimage: ${names.command}/`,
].map((source) => new RegExp(source));

test("no file tells anybody to fetch one of the names from a registry", () => {
  // What is declared to break a copy is told to nobody.
  const pages = sources.filter(({ path }) => !path.startsWith("tools/mutate/mutations/"));
  const told = pages.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (fetching.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );

  expect(told).toEqual([]);
});

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
])("%s would be found", (line) => {
  expect(fetching.some((pattern) => pattern.test(line))).toBe(true);
});

test.each([
  "npx --no parley login",
  "npm install libs/sdk-typescript/dist",
  "pip install libs/sdk-python",
  "docker run --name parley parley-all-in-one",
])("%s fetches nothing of a stranger's", (line) => {
  expect(fetching.some((pattern) => pattern.test(line))).toBe(false);
});
