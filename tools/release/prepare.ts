import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gte } from "semver";
import { workspaceRoot } from "../workspace-root.ts";
import { headedChangelog } from "./notes/changelog.ts";
import { versionOf, versionProblem, writeVersion } from "./version/version-places.ts";

// `npm run release:prepare -- --version 0.2.0` prepares the sources of a version: it writes the version to every place and moves the
// changelog's changes below its heading. Commit and tag the result.
const { values } = parseArgs({ options: { version: { type: "string" } } });
const { version } = values;
const changelogFile = join(workspaceRoot, "deploy/CHANGELOG.md");
const problem = versionProblem(version);
if (version === undefined || problem !== undefined) throw new Error(problem);
if (gte(versionOf(workspaceRoot), version)) throw new Error(`${version} is not above ${versionOf(workspaceRoot)}.`);

writeFileSync(changelogFile, headedChangelog(readFileSync(changelogFile, "utf8"), version, new Date().toISOString().slice(0, 10)));
writeVersion(workspaceRoot, version);
const { status } = spawnSync("npm", ["exec", "--", "biome", "format", "--write", "deploy/CHANGELOG.md"], {
  cwd: workspaceRoot,
  stdio: "inherit",
});
if (status !== 0) throw new Error("The changelog was not formatted: run biome before you commit.");
console.log(
  `These are the sources of ${version}: commit them, tag the commit v${version}, and run npm run release -- --version ${version}.`,
);
