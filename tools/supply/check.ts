import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { advisoryProblems, publishedAdvisories, readAdvisories } from "./advisories.ts";
import { lockProblems, scriptProblems } from "./lock-file.ts";

// Checks that `npm ci` verifies everything that it installs and runs no script that nobody has read, and that nothing locked is within a
// published advisory.
const read = (path: string) => JSON.parse(readFileSync(join(workspaceRoot, path), "utf8"));
const lock = read("package-lock.json");
const exceptions: string[] = read("tools/supply/exceptions.json");
const kept = readAdvisories(read("tools/supply/advisories.json"));
const published = publishedAdvisories(workspaceRoot);
if (typeof published === "string") {
  console.warn(
    `NOT ASKED: the registry tells no advisories (${published}); the lock file is compared with those known on ${kept.read} alone.`,
  );
}

const advisories = [...kept.known, ...(typeof published === "string" ? [] : published)];
const problems = [
  ...lockProblems(lock, exceptions),
  ...scriptProblems(lock, read("package.json").allowScripts),
  ...new Set(advisoryProblems(lock, advisories, kept, new Date().toISOString().slice(0, 10))),
];

for (const problem of problems) console.error(problem);
console.log(`Lock file: ${problems.length} problems, ${exceptions.length} exceptions.`);
if (problems.length > 0) process.exitCode = 1;
