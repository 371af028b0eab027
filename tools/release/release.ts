import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { workspaceRoot } from "../workspace-root.ts";
import { releaseProblems } from "./checks/release-problems.ts";
import { putInPlace, releaseFolder, requireReplaceable } from "./release-folder.ts";
import { commitOf, StagedSource } from "./staged-source.ts";
import { versionOf, versionProblem } from "./version/version-places.ts";

// `npm run release -- --version 0.2.0 [--commit HEAD] [--out folder] [--no-images] [--twice]` makes the release of a commit in one folder,
// and runs the registries' checks on it. With `--twice` it makes the release again from another copy, and fails when a byte differs.
const { values } = parseArgs({
  options: {
    version: { type: "string" },
    commit: { type: "string", default: "HEAD" },
    out: { type: "string" },
    "no-images": { type: "boolean", default: false },
    twice: { type: "boolean", default: false },
  },
});
const { version } = values;
const problem = versionProblem(version);
if (version === undefined || problem !== undefined) throw new Error(problem);

// The commit is read once, because a branch may move meanwhile.
const commit = commitOf(values.commit);
const folder = values.out === undefined ? releaseFolder(version) : resolve(values.out);
make(folder);
const problems = releaseProblems(folder);
if (values.twice) problems.push(...differences(folder));
for (const each of problems) console.error(each);
console.log(`${folder}: ${problems.length} problems.`);
if (problems.length > 0) process.exitCode = 1;

// Builds in a folder next to `out`, which is replaced only when the release is complete: an interrupted run leaves the previous release.
function make(out: string): void {
  requireReplaceable(out);
  const unfinished = `${out}.unfinished`;
  using staged = StagedSource.make(commit);
  const written = versionOf(staged.folder);
  if (written !== version)
    console.warn(
      `The commit has version ${written}, the artefacts have ${version}. npm run release:prepare -- --version ${version} writes it to the sources.`,
    );
  const parameters = ["--version", version ?? "", "--folder", unfinished, "--commit", staged.commit, "--time", String(staged.timeMs)];
  const { status } = spawnSync(
    process.execPath,
    [join(staged.folder, "tools/release/make.ts"), ...parameters, ...(values["no-images"] ? ["--no-images"] : [])],
    {
      cwd: staged.folder,
      stdio: "inherit",
      env: { ...process.env, PATH: `${join(workspaceRoot, "node_modules/node/bin")}:${process.env.PATH}` },
    },
  );
  if (status !== 0) throw new Error(`The release was not made: ${status}.`);
  putInPlace(unfinished, out);
}

/** The files that have other bytes when they are made again from another copy. */
function differences(made: string): string[] {
  const again = mkdtempSync(join(tmpdir(), "parley-release-again-"));
  try {
    make(again);
    const [first, second] = [made, again].map((each) => new Set(readFileSync(join(each, "SHA256SUMS"), "utf8").trim().split("\n")));
    const other = [...(first ?? [])]
      .filter((line) => !second?.has(line))
      .map((line) => `${line.slice(66)} has other bytes when made again.`);
    if (other.length === 0) console.log(`Made twice: the same ${first?.size} digests.`);
    return other;
  } finally {
    rmSync(again, { recursive: true, force: true });
  }
}
