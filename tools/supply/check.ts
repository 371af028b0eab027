import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { lockProblems } from "./lock-problems.ts";

// Checks that `npm ci` verifies everything that it installs.
const read = (path: string) => JSON.parse(readFileSync(join(workspaceRoot, path), "utf8"));
const exceptions: string[] = read("tools/supply/exceptions.json");
const problems = lockProblems(read("package-lock.json"), exceptions);

for (const problem of problems) console.error(problem);
console.log(`Lock file: ${problems.length} problems, ${exceptions.length} exceptions.`);
if (problems.length > 0) process.exitCode = 1;
