import { readFileSync } from "node:fs";
import { join } from "node:path";
import { workspaceRoot } from "../../workspace-root.ts";
import { readSurface } from "./read-surface.ts";
import { readReleased } from "./released-surface.ts";
import { howToTell, surfaceVerdict } from "./surface-verdict.ts";

// Compares the public surface with that of the last release, and prints the least next version. Fails when the changelog does not name a
// breaking change. `--list` prints every change.
const released = readReleased();
const changelog = readFileSync(join(workspaceRoot, "deploy/CHANGELOG.md"), "utf8");
const { changes, least, problems } = surfaceVerdict({ released, now: await readSurface(), changelog });

if (process.argv.includes("--list")) for (const { breaks, text } of changes) console.log(`${breaks ? "BREAKS " : ""}${text}`);
for (const problem of problems) console.error(`${problem}.`);
if (problems.length > 0) {
  console.error(`Keep the released interface. ${howToTell}`);
  process.exitCode = 1;
}
console.log(`Public: ${changes.length} changes since ${released.version}; the next version is at least ${least}.`);
