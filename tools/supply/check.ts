import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";
import { lockProblems } from "./lock-file.ts";

// Checks that `npm ci` verifies everything that it installs, and by `npm audit` that nothing locked is within a published advisory. Which
// install scripts may run is held by npm itself (`strict-allow-scripts` in `.npmrc`).
const read = (path: string) => JSON.parse(readFileSync(join(workspaceRoot, path), "utf8"));
const exceptions: string[] = read("tools/supply/exceptions.json");
const problems = [...lockProblems(read("package-lock.json"), exceptions), ...auditProblems()];

for (const problem of problems) console.error(problem);
console.log(`Lock file: ${problems.length} problems, ${exceptions.length} exceptions.`);
if (problems.length > 0) process.exitCode = 1;

// npm fails both when it finds something and when the registry does not answer; only then its report is a message.
function auditProblems(): string[] {
  const audit = (...options: readonly string[]) =>
    spawnSync("npm", ["audit", "--package-lock-only", ...options], { cwd: workspaceRoot, encoding: "utf8", timeout: 60_000 });
  const { status, stdout } = audit("--json");
  if (status === 0) return [];
  const { message } = (stdout.startsWith("{") ? JSON.parse(stdout) : { message: "npm audit printed no report" }) as { message?: string };
  if (message === undefined) return [audit().stdout];
  console.warn(`NOT ASKED: the registry tells no advisories (${message}).`);
  return [];
}
