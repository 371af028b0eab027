import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

// `typecheck.ts <folder>` checks the types of one project and of the libs that it uses. `npm run typecheck` checks all projects at once,
// which is cheaper than each by itself.

// Declarations for packages without types, and for the values that set-ups provide to tests.
const ambient = ["libs/*/src/**/*.d.ts", "libs/testing/src/**/*-setup.ts"];

// These run in a browser, with types and a `tsconfig.json` of their own.
const pages = ["apps/console/src", "apps/example/src/page"];

const folder = process.argv[2] ?? "tools";
const sources = (
  folder === "tools" ? [folder] : folder === "apps/example" ? [`${folder}/src/server`] : [`${folder}/src`, `${folder}/test`]
).filter(isCheckedByNode);
const programs = [
  ...(sources.length === 0 ? [] : [configOf(sources)]),
  ...(pages.some((path) => path.startsWith(`${folder}/`)) ? [join(workspaceRoot, folder)] : []),
];
const failed = programs.filter((program) => {
  const { status } = spawnSync("tsc", ["--noEmit", "-p", program], { cwd: workspaceRoot, stdio: "inherit" });
  return status !== 0;
});
if (failed.length > 0) process.exitCode = 1;

function isCheckedByNode(path: string): boolean {
  return !pages.includes(path) && existsSync(join(workspaceRoot, path));
}

// Written next to the compiler's packages: bundlers would also read a `tsconfig.json` in each project.
function configOf(include: readonly string[]): string {
  const cache = join(workspaceRoot, "node_modules/.cache/parley");
  mkdirSync(cache, { recursive: true });
  const path = join(cache, `tsconfig.${basename(folder)}.json`);
  const all = [...include, ...ambient].map((each) => join(workspaceRoot, each));
  const config = { extends: join(workspaceRoot, "tsconfig.base.json"), include: all, exclude: [] };
  writeFileSync(path, JSON.stringify(config));
  return path;
}
