import { parseArgs } from "node:util";
import { lastReleaseFolder } from "./release-folder.ts";
import { surfaceProblems } from "./surface-problems.ts";

// `npm run release:surface [-- --before <folder of a release>]` compares the protos and the HTTP interface with those of the last release,
// and fails on a change that breaks callers.
const { values } = parseArgs({ options: { before: { type: "string" } } });
const before = values.before ?? lastReleaseFolder();
if (before === undefined)
  console.log("There is no release yet: what is public is compared from the first one on, with its folder in tools/release/dist.");
else {
  const problems = surfaceProblems(before);
  for (const problem of problems) console.error(problem);
  console.log(`Compared with ${before}: ${problems.length} problems.`);
  if (problems.length > 0) process.exitCode = 1;
}
