import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

// The tools that build and check packages, each pinned to one version.
const ofPython = ["hatchling==1.33.0", "twine==7.0.0", "mypy==1.20.2", "cyclonedx-python-lib[json-validation]==11.12.0"];
const ofNpm = ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5"];

/**
 * The folder of the Python programs that a release needs. They are fetched once and shared by all checkouts of this user. Fails without
 * Python or without a registry.
 */
export function pythonTools(): string {
  return join(fetched("python", ofPython, makePython), "bin");
}

/** The folder of the npm programs that a release needs, likewise. */
export function npmTools(): string {
  return join(fetched("npm", ofNpm, makeNpm), "node_modules/.bin");
}

function makePython(folder: string): void {
  execFileSync("python3", ["-m", "venv", folder], { stdio: "pipe" });
  execFileSync(join(folder, "bin/python"), ["-m", "pip", "install", "-q", ...ofPython], { stdio: "pipe", timeout: 600_000 });
}

// The checkers have their own TypeScript compiler, because they use an older API than the project's compiler offers.
function makeNpm(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...ofNpm], { cwd: folder, stdio: "pipe", timeout: 600_000 });
}

// A marker file says that the folder is complete. Python programs contain the path of their folder, so a finished folder cannot be renamed
// into place.
function fetched(name: string, packages: readonly string[], make: (folder: string) => void): string {
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "parley");
  const digest = createHash("sha256").update(packages.join()).digest("hex").slice(0, 16);
  const folder = join(cache, `release-${name}-${digest}`);
  const mark = join(folder, "whole");
  if (existsSync(mark)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(cache, { recursive: true });
  console.log(`Fetching ${packages.join(", ")}.`);
  make(folder);
  writeFileSync(mark, "");
  return folder;
}
