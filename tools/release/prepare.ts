import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { workspaceRoot } from "../workspace-root.ts";
import { headedChangelog } from "./notes/changelog.ts";
import { interfaceChanges } from "./notes/interface-changes.ts";
import { readSurface } from "./surface/read-surface.ts";
import { readReleased, writeReleased } from "./surface/released-surface.ts";
import { howToTell, numberProblem, surfaceVerdict } from "./surface/surface-verdict.ts";
import { versionProblem } from "./version/semantic-version.ts";
import { writeVersion } from "./version/version-places.ts";

// `npm run release:prepare -- --version 0.2.0` prepares the sources of a version: it writes the version to every place, moves the
// changelog's changes below its heading, and records the public surface for the comparison with the next release. It refuses a version that
// is too low for the changes. Commit and tag the result.
const { values } = parseArgs({ options: { version: { type: "string" } } });
const { version } = values;
const released = readReleased();
const now = await readSurface();
const changelogFile = join(workspaceRoot, "deploy/CHANGELOG.md");
const changelog = readFileSync(changelogFile, "utf8");
const { changes, least, problems } = surfaceVerdict({ released, now, changelog });

const refused =
  versionProblem(version) ??
  (version === released.version
    ? `${version} is already released.`
    : numberProblem(version ?? "", { last: released.version, changes, least }));
if (version === undefined || refused !== undefined) throw new Error(refused);
if (problems.length > 0) throw new Error(`${problems.join("\n")}\n${howToTell}`);

const headed = headedChangelog(changelog, version, new Date().toISOString().slice(0, 10), interfaceChanges(changes));
writeFileSync(changelogFile, headed);
writeVersion(workspaceRoot, version);
writeReleased({ version, surface: now });
for (const step of [
  ["run", "protos:release"],
  ["exec", "--", "biome", "format", "--write", "deploy/CHANGELOG.md"],
]) {
  const { status } = spawnSync("npm", step, { cwd: workspaceRoot, stdio: "inherit" });
  if (status !== 0) throw new Error(`npm ${step.join(" ")} failed: run it and the following steps again before you commit.`);
}
console.log(
  `These are the sources of ${version}: commit them, tag the commit v${version}, and run npm run release -- --version ${version}.`,
);
