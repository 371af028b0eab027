import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

// What builds and checks packages, each at one version.
const ofPython = ["hatchling==1.33.0", "twine==7.0.0", "mypy==1.20.2", "cyclonedx-python-lib[json-validation]==11.12.0"];
const ofNpm = ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5"];

/** The folder of programs in Python that a release needs: fetched once, kept for every checkout of this user. Fails where there is no Python or no registry. */
export function pythonTools(): string {
  return join(fetched("python", ofPython, makePython), "bin");
}

/** The same, of npm. */
export function npmTools(): string {
  return join(fetched("npm", ofNpm, makeNpm), "node_modules/.bin");
}

function makePython(folder: string): void {
  execFileSync("python3", ["-m", "venv", folder], { stdio: "pipe" });
  execFileSync(join(folder, "bin/python"), ["-m", "pip", "install", "-q", ...ofPython], { stdio: "pipe", timeout: 600_000 });
}

// A compiler of their own, and not the project's: they read types through its older interface.
function makeNpm(folder: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  execFileSync("npm", ["install", "--no-audit", "--no-fund", ...ofNpm], { cwd: folder, stdio: "pipe", timeout: 600_000 });
}

// A mark says that it is whole: programs of Python know the folder that they were installed to, so that it cannot be renamed.
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
