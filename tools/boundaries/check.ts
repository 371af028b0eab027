import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { circlesIn, folderCirclesIn } from "./circles.ts";
import { absentFiles } from "./named-files.ts";
import { readDependencies } from "./project-graph.ts";
import { fetchedNames, type Problem, referenceProblems, retiredWordsIn, wideCells } from "./prose.ts";
import { boundaryProblem, dependencyProblem, layoutProblem, quoteProblem, readmeProblem, services } from "./rules.ts";
import { readSources, type SourceFile } from "./source-graph.ts";

// Checks the dependencies between projects, as nx reads them, against the projects' tags. Reads every source file and reports imports that
// cross a boundary, files in the wrong folder, messages that repeat ids unshortened, import cycles, READMEs of services that differ in form
// from the others, tables with cells too long to read, names of files that do not exist, and retired words. knip reports unused exports
// and packages that tests use without declaring them; biome, files that are too long, packed spreads and what sources do not declare.
const texts = globSync(["README.md", "{apps,libs,tools,proto,deploy}/**/*.{ts,tsx,md,sql,proto,go,py,json,yaml,yml,tpl,sh}"], {
  cwd: workspaceRoot,
  exclude: ["**/node_modules/**", "**/dist/**", "tools/boundaries/prose*"],
});
const isPage = (path: string) => path.endsWith(".md");
const documents = new Set(texts.filter(isPage).map((path) => basename(path)));
const allFiles = new Set(
  globSync(["*", "{apps,libs,tools,proto,deploy}/**/*"], { cwd: workspaceRoot, exclude: ["**/node_modules/**", "**/dist/**"] }),
);
const sources = readSources(["{apps,libs,tools}/**/*.{ts,tsx}"]);
const ofProjects = sources.filter(({ path }) => /^(?:apps|libs)\/[^/]+\/(?:src|test|migrations)\//.test(path));
const dependencies = await readDependencies();
const problems = [
  ...dependencies.flatMap(({ from, to }) => saidOf(from.root, dependencyProblem(from, to))),
  ...ofProjects.flatMap(sourceProblems),
  ...texts.flatMap((path) => textProblems(path, readFileSync(join(workspaceRoot, path), "utf8"))),
  ...circlesIn(sources).map((circle) => `${circle.join(" needs ")}: an import cycle.`),
  ...folderCirclesIn(ofProjects).map((circle) => `${circle.join(" needs ")}: an import cycle of folders.`),
  ...knipProblems(),
];

for (const problem of problems) console.error(problem);
console.log(`Boundaries: ${sources.length} files, ${dependencies.length} dependencies, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;

function sourceProblems({ path, specifiers }: SourceFile): string[] {
  const crossed = specifiers.flatMap((specifier) => {
    const target = specifier.startsWith(".") ? { target: join(dirname(path), specifier) } : {};
    const problem = boundaryProblem({ file: path, specifier, ...target });
    return saidOf(path, problem && `${problem} (${specifier})`);
  });
  return [...saidOf(path, layoutProblem(path)), ...crossed];
}

function textProblems(path: string, text: string): string[] {
  const found: Problem[] = [...referenceProblems(text, documents), ...fetchedNames(text)];
  if (isPage(path)) {
    found.push(...wideCells(text), ...retiredWordsIn(text));
    found.push(...absentFiles(path, text, allFiles).map((name) => ({ text: `names ${name}, which does not exist` })));
  }
  const quoted = /^apps\/[^/]+\/src\/.*\.tsx?$/.test(path) ? quoteProblem(text) : undefined;
  const misformed = services.some((service) => path === `apps/${service}/README.md`) ? readmeProblem(text) : undefined;
  return [
    ...found.map(({ line, text: problem }) => `${line === undefined ? path : `${path}:${line}`}: ${problem}.`),
    ...saidOf(path, quoted),
    ...saidOf(path, misformed),
  ];
}

function saidOf(path: string, problem: string | undefined): string[] {
  return problem === undefined ? [] : [`${path}: ${problem}.`];
}

function knipProblems(): string[] {
  const knip = join(workspaceRoot, "node_modules/knip/bin/knip.js");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [knip, "--config", "tools/boundaries/knip.json", "--no-progress", "--no-config-hints"],
    {
      cwd: workspaceRoot,
      encoding: "utf8",
    },
  );
  return status === 0 ? [] : [`${stdout}${stderr}`.trim()];
}
