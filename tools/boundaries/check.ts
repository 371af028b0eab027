import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { circlesIn, folderCirclesIn } from "./circles.ts";
import { fetchedNames } from "./fetched-names.ts";
import { absentFiles } from "./named-files.ts";
import { packedSpreads } from "./packed-spreads.ts";
import { readDependencies } from "./project-graph.ts";
import { referenceProblems } from "./references.ts";
import { retiredWordsIn } from "./retired-words.ts";
import { boundaryProblem, dependencyProblem, layoutProblem, lengthProblem, quoteProblem, readmeProblem, services } from "./rules.ts";
import { readSources, type SourceFile } from "./source-graph.ts";
import { longestCell, wideCells } from "./table-cells.ts";
import { unusedExports } from "./unused-exports.ts";

// Checks the dependencies between projects, as nx reads them, against the projects' tags. Reads every source file and reports imports that
// cross a boundary, packages that a project uses without declaring them, files in the wrong folder or too long, packed spreads, messages
// that repeat ids unshortened, import cycles, unused exports, READMEs of services that differ in form from the others, tables with cells
// too long to read, names of files that do not exist, and retired words.
const all = readSources(["{apps,libs,tools}/**/*.{ts,tsx}"]);
const files = all.filter(({ path }) => /^(?:apps|libs)\/[^/]+\/(?:src|test|migrations)\//.test(path));
const texts = globSync(["README.md", "{apps,libs,tools,proto,deploy}/**/*.{ts,tsx,md,sql,proto,go,py,json,yaml,yml,tpl,sh}"], {
  cwd: workspaceRoot,
  exclude: ["**/node_modules/**", "**/dist/**", "tools/boundaries/references.test.ts"],
});
const documents = new Set(texts.filter((path) => path.endsWith(".md")).map((path) => basename(path)));
const pages = texts.filter((path) => path.endsWith(".md"));
const allFiles = new Set(
  globSync(["*", "{apps,libs,tools,proto,deploy}/**/*"], { cwd: workspaceRoot, exclude: ["**/node_modules/**", "**/dist/**"] }),
);
const dependencies = await readDependencies();
const problems = [
  ...dependencies.flatMap(({ from, to }) => {
    const problem = dependencyProblem(from, to);
    return problem === undefined ? [] : [`${from.root}: ${problem}.`];
  }),
  ...files.flatMap((file) => [...layoutProblemsOf(file), ...file.specifiers.flatMap((specifier) => problemsOf(file.path, specifier))]),
  ...all.flatMap(({ path, lines }) => {
    const problem = lengthProblem(path, lines);
    return problem === undefined ? [] : [`${path}: ${problem}.`];
  }),
  ...files.flatMap(({ path }) => {
    const problem = /^apps\/[^/]+\/src\//.test(path) ? quoteProblem(readFileSync(join(workspaceRoot, path), "utf8")) : undefined;
    return problem === undefined ? [] : [`${path}: ${problem}.`];
  }),
  ...all.flatMap(({ path }) =>
    packedSpreads(path, readFileSync(join(workspaceRoot, path), "utf8")).map(
      (line) => `${path}:${line}: packs fields into a spread; give each its own line.`,
    ),
  ),
  ...services.flatMap((service) => {
    const readme = `apps/${service}/README.md`;
    const problem = readmeProblem(readFileSync(join(workspaceRoot, readme), "utf8"));
    return problem === undefined ? [] : [`${readme}: ${problem}.`];
  }),
  ...texts.flatMap((path) =>
    referenceProblems(readFileSync(join(workspaceRoot, path), "utf8"), documents).map((problem) => `${path}: ${problem}.`),
  ),
  ...texts
    .filter((path) => !path.startsWith("tools/boundaries/fetched-names"))
    .flatMap((path) =>
      fetchedNames(readFileSync(join(workspaceRoot, path), "utf8")).map(
        (line) => `${path}:${line}: tells to fetch one of our names from a registry, where a stranger may hold it.`,
      ),
    ),
  ...pages.flatMap((path) =>
    wideCells(readFileSync(join(workspaceRoot, path), "utf8")).map(
      (line) => `${path}:${line}: a table cell has more than ${longestCell} characters; use a list or a section.`,
    ),
  ),
  ...pages.flatMap((path) =>
    absentFiles(path, readFileSync(join(workspaceRoot, path), "utf8"), allFiles).map(
      (name) => `${path}: names ${name}, which does not exist.`,
    ),
  ),
  ...pages.flatMap((path) =>
    retiredWordsIn(readFileSync(join(workspaceRoot, path), "utf8")).map(
      ({ line, word, instead }) => `${path}:${line}: says ${word}, which is retired; the word is ${instead}.`,
    ),
  ),
  ...circlesIn(all).map((circle) => `${circle.join(" needs ")}: an import cycle.`),
  ...folderCirclesIn(files).map((circle) => `${circle.join(" needs ")}: an import cycle of folders.`),
  ...unusedExports(all).map(({ path, names }) => `${path}: exports ${names.join(", ")}, which no other file uses.`),
];

for (const problem of problems) console.error(problem);
console.log(`Boundaries: ${all.length} files, ${dependencies.length} dependencies, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;

function problemsOf(file: string, specifier: string): string[] {
  const target = specifier.startsWith(".") ? join(dirname(file), specifier) : undefined;
  const crossed = boundaryProblem(target === undefined ? { file, specifier } : { file, specifier, target });
  if (crossed !== undefined) return [`${file}: ${crossed} (${specifier}).`];
  return isDeclared(file, specifier) ? [] : [`${file}: ${specifier} is not among the dependencies of its package.json.`];
}

function layoutProblemsOf({ path }: SourceFile): string[] {
  const problem = layoutProblem(path);
  return problem === undefined ? [] : [`${path}: ${problem}.`];
}

function isDeclared(file: string, specifier: string): boolean {
  if (specifier.startsWith(".") || specifier.startsWith("node:")) return true;
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  const { dependencies = {}, devDependencies = {} } = manifestOf(file.split("/").slice(0, 2).join("/"));
  if (name in dependencies) return true;
  if (!file.includes("/test/") && !file.endsWith(".test.ts")) return false;
  // Tests may use the workspace's packages for everyone: the test runner and clients that users would install. They must declare the
  // workspace's own projects, because nx derives the graph of projects from the declarations.
  return !name.startsWith("@parley/") || name in devDependencies;
}

function manifestOf(project: string): { dependencies?: object; devDependencies?: object } {
  return JSON.parse(readFileSync(join(workspaceRoot, project, "package.json"), "utf8"));
}
