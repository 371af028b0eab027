import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { workspaceRoot } from "../workspace-root.ts";
import { boundaryProblem, layoutProblem } from "./rules.ts";

// Walks every source file and reports imports that cross a boundary, and packages that a project uses without declaring them.
const files = globSync("{apps,libs}/*/{src,test,migrations}/**/*.{ts,tsx}", { cwd: workspaceRoot, exclude: ["**/node_modules/**"] });
const problems = files.flatMap((file) => [
  ...layoutProblemsOf(file),
  ...specifiersOf(file).flatMap((specifier) => problemsOf(file, specifier)),
]);

for (const problem of problems) console.error(problem);
console.log(`Boundaries: ${files.length} files, ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;

function problemsOf(file: string, specifier: string): string[] {
  const target = specifier.startsWith(".") ? relative(workspaceRoot, join(workspaceRoot, dirname(file), specifier)) : undefined;
  const crossed = boundaryProblem(target === undefined ? { file, specifier } : { file, specifier, target });
  if (crossed !== undefined) return [`${file}: ${crossed} (${specifier}).`];
  return isDeclared(file, specifier) ? [] : [`${file}: ${specifier} is not among the dependencies of its package.json.`];
}

function layoutProblemsOf(file: string): string[] {
  const problem = layoutProblem(file);
  return problem === undefined ? [] : [`${file}: ${problem}.`];
}

function isDeclared(file: string, specifier: string): boolean {
  if (specifier.startsWith(".") || specifier.startsWith("node:")) return true;
  const name = specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
  if (dependenciesOf(file.split("/").slice(0, 2).join("/")).has(name)) return true;
  // Tests may use what the workspace gives to all: the test runner, the testing lib and clients that users would bring.
  return file.includes("/test/") || file.endsWith(".test.ts");
}

function dependenciesOf(project: string): Set<string> {
  const { dependencies = {} } = JSON.parse(readFileSync(join(workspaceRoot, project, "package.json"), "utf8")) as { dependencies?: object };
  return new Set(Object.keys(dependencies));
}

function specifiersOf(file: string): string[] {
  const { module, errors } = parseSync(file, readFileSync(join(workspaceRoot, file), "utf8"));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]?.message}`);
  const dynamic = module.dynamicImports.map(({ moduleRequest }) =>
    readFileSync(join(workspaceRoot, file), "utf8").slice(moduleRequest.start + 1, moduleRequest.end - 1),
  );
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
  );
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...exported, ...dynamic];
}
