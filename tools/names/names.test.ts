import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commands } from "../../apps/cli/src/program.ts";
import { Terminal } from "../../apps/cli/src/terminal/terminal.ts";
import { workspaceRoot } from "../workspace-root.ts";
import { changeNames } from "./change-names.ts";
import { type Names, namesFile, readNames } from "./names.ts";
import { renamed } from "./rename.ts";
import { sourceFiles, textOf } from "./source-files.ts";

const names = readNames(workspaceRoot);
// Made-up names: the tests remain valid when the project's own names change.
const former = namesOf("plume");
const others = namesOf("otherwise");
// Leaves out this folder, whose files contain other names on purpose.
const sources = sourceFiles(workspaceRoot)
  .filter((path) => !path.startsWith("tools/names/"))
  .map((path) => ({ path, text: textOf(join(workspaceRoot, path)) ?? "" }));

test("the published names are those in the list", () => {
  const read = (path: string) => readFileSync(join(workspaceRoot, path), "utf8");
  const packages = sources.filter(({ path }) => /^(apps|libs)\/[^/]+\/package\.json$|^tools\/package\.json$/.test(path));

  expect(packages.length).toBeGreaterThan(20);
  for (const { path, text } of packages) expect(JSON.parse(text).name, path).toMatch(new RegExp(`^${names.npmScope}/`));
  expect(Object.keys(JSON.parse(read("apps/cli/package.json")).bin)).toEqual([names.command]);
  expect(/^name = "(.+)"$/m.exec(read("libs/sdk-python/pyproject.toml"))?.[1]).toBe(names.pythonDistribution);
  expect(sources.map(({ path }) => path)).toContain(`libs/sdk-python/src/${names.pythonModule}/__init__.py`);
  const protos = sources.filter(({ path }) => path.startsWith("proto/parley/"));
  for (const { path, text } of protos) expect(text, path).toMatch(new RegExp(`^option java_package = "${names.javaPackage}\\.`, "m"));
  expect(/^ {4}name: (.+)$/m.exec(read("proto/buf.yaml"))?.[1]).toBe(names.bufModule);
  expect(read("libs/sdk-go/go.mod")).toMatch(new RegExp(`^module ${names.goModule}$`, "m"));
});

test("changed names leave no trace of the old names in any file, and changing them back restores every file", () => {
  const { command, npmScope, pythonDistribution, pythonModule, goModule, bufModule, javaPackage, repository, securityMail } = names;
  const scopes = ["/", "\\/", '"'].map((after) => npmScope + after);
  const traces = [
    `npx --no ${command}`,
    `bin/${command}.js`,
    ...scopes,
    pythonDistribution,
    pythonModule,
    goModule,
    bufModule,
    `${javaPackage}.`,
    `${repository}"`,
    securityMail,
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
  ["`plume login --demo` and `plume operations`", "`otherwise login --demo` and `otherwise operations`"],
  ["npx --package ./plume.tgz plume --version", "npx --package ./plume.tgz otherwise --version"],
  ["npx --no plume console", "npx --no otherwise console"],
  ["plume.call(operation); plume.users.list(); const plume = new Plume()", undefined],
  ["plume sessions, no-reply@plume.example, ~/.config/plume, import plume", undefined],
  ['import("@plume/sdk"); /^@plume\\/(x)/; join("@plume")', 'import("@otherwise/sdk"); /^@otherwise\\/(x)/; join("@otherwise")'],
  ["example.org/plume/plume-go/proto/users/v1;usersv1", "example.org/otherwise/otherwise-go/proto/users/v1;usersv1"],
  ['option java_package = "org.plume.users.v1"; dev.org.plume', 'option java_package = "org.otherwise.users.v1"; dev.org.plume'],
  ["https://example.org/plume/plume and plume-go", "https://example.org/otherwise/otherwise and plume-go"],
  ["write to security@plume.example.", "write to security@otherwise.example."],
  ["./plume-sdk-<version>.tgz and npm/plume-cli-0.2.0.tgz", "./otherwise-sdk-<version>.tgz and npm/otherwise-cli-0.2.0.tgz"],
  ["./plume_collab-<version>-py3-none-any.whl, plume-protos-0.2.0", "./otherwise_collab-<version>-py3-none-any.whl, plume-protos-0.2.0"],
  ["apps/cli/bin/plume.js libs/sdk-python/src/plume_sdk/call.py", "apps/cli/bin/otherwise.js libs/sdk-python/src/otherwise_sdk/call.py"],
])("in %s only the project's own names change", (text, changed = text) => {
  expect(renamed(text, former, others)).toBe(changed);
});

test("every command of the command line is recognized by its context", () => {
  const root = commands(new Terminal({ json: false }), () => undefined);

  expect(root.commands.length).toBeGreaterThan(10);
  for (const command of root.commands) expect(renamed(`plume ${command.name()}`, former, others)).toBe(`otherwise ${command.name()}`);
});

test("a change rewrites texts and paths, and is refused as a whole when a name is malformed or already in use", () => {
  const root = mkdtempSync(join(tmpdir(), "parley-names-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  write(namesFile, JSON.stringify(former));
  write("src/plume_sdk/call.py", "from plume_sdk import Plume");
  write("index.ts", 'import "@plume/sdk"; import "@taken/sdk";');

  expect(() => changeNames(root, { npmScope: "acme" })).toThrow("acme cannot be a npmScope");
  expect(() => changeNames(root, { npmScope: "@taken", pythonModule: "acme_sdk" })).toThrow("index.ts already contains one of these names");
  expect(read("src/plume_sdk/call.py")).toContain("plume_sdk");
  expect(changeNames(root, { npmScope: "@acme", pythonModule: "acme_sdk" })).toBe(2);

  expect(read("src/acme_sdk/call.py")).toBe("from acme_sdk import Plume");
  expect(read("index.ts")).toBe('import "@acme/sdk"; import "@taken/sdk";');
  expect(readNames(root)).toEqual({ ...former, npmScope: "@acme", pythonModule: "acme_sdk" });
});

// These commands would download whatever a stranger has published under the name.
const fetching = [
  String.raw`\b(?:npx|bunx|pnpm dlx|yarn dlx|npm exec)(?! --no )(?: -\S+)* ${names.command}\b`,
  String.raw`\b(?:npm|pnpm|yarn|bun) (?:i|install|add|create)(?: -\S+)* ["']?(?:${names.command}\b|${names.npmScope}/)`,
  String.raw`\b(?:pip3?|pipx|uv|poetry|uv pip|python3? -m pip) (?:install|add|run)(?: -\S+)* ["']?(?:${names.command}|${names.pythonDistribution})(?![\w/])`,
  String.raw`\bgo (?:get|install) ${names.goModule}`,
  String.raw`\bdocker (?:run|pull)\b[^\n]* ${names.command}/`,
  String.raw`\bimage: ${names.command}/`,
].map((source) => new RegExp(source));

test("no file tells anybody to fetch one of the names from a registry", () => {
  // The texts of mutations are not shown to readers.
  const pages = sources.filter(({ path }) => !path.startsWith("tools/mutate/mutations/"));
  const told = pages.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, index) => (fetching.some((pattern) => pattern.test(line)) ? [`${path}:${index + 1}: ${line.trim()}`] : [])),
  );

  expect(told).toEqual([]);
});

test.each([
  `npx ${names.command} login`,
  `npx -y ${names.command}`,
  `npm install -g ${names.command}`,
  `npm i ${names.npmScope}/sdk`,
  `pip install ${names.command}[encryption]`,
  `pip install "${names.pythonDistribution}[encryption]"`,
  `uv pip install ${names.command}`,
  `go get ${names.goModule}`,
  `docker run --rm ${names.command}/all-in-one`,
])("%s is detected", (line) => {
  expect(fetching.some((pattern) => pattern.test(line))).toBe(true);
});

test.each([
  `npx --no ${names.command} login`,
  "npm install libs/sdk-typescript/dist",
  "pip install libs/sdk-python",
  `docker run --name ${names.command} ${names.command}-all-in-one`,
])("%s downloads nothing that a stranger published", (line) => {
  expect(fetching.some((pattern) => pattern.test(line))).toBe(false);
});

function namesOf(word: string): Names {
  return {
    command: word,
    npmScope: `@${word}`,
    pythonDistribution: `${word}-collab`,
    pythonModule: `${word}_sdk`,
    goModule: `example.org/${word}/${word}-go`,
    bufModule: `buf.example/${word}/${word}`,
    javaPackage: `org.${word}`,
    repository: `https://example.org/${word}/${word}`,
    securityMail: `security@${word}.example`,
  };
}
