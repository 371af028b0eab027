import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { unpackOci } from "../release/images/unpack-oci.ts";
import { lastReleaseFolder } from "../release/release-folder.ts";
import { wholeRelease } from "../release/whole-release.ts";
import { services } from "../services/services.ts";
import { workspaceRoot } from "../workspace-root.ts";

const run = promisify(execFile);
const kept = join(homedir(), ".cache/parley/releases");

/** Another release, to run next to this one: its artefacts in a folder, or a commit to build. */
interface ReleaseBefore {
  /** The name for a repeated run. */
  readonly name: string;
  /** The bundles, a folder for each app. */
  bundles(tell: (line: string) => void): Promise<string>;
}

/**
 * The release of a name: a release's folder, or a commit. `last` is the folder of the last release, as made by `npm run release` or placed there, or
 * else the last tag in the history.
 */
export async function releaseBefore(name: string): Promise<ReleaseBefore> {
  const folder = name === "last" ? lastReleaseFolder() : resolve(name);
  if (folder !== undefined && existsSync(join(folder, "release.json"))) {
    const { version } = wholeRelease(folder);
    return { name: folder, bundles: async (tell) => bundlesOfImage(folder, version, tell) };
  }
  const commit = await commitOf(name);
  const [remade] = (await git("diff", "--name-only", commit, "--", "apps/*/migrations/0001_initial.sql")).split("\n");
  if (remade) {
    throw new Error(
      `${commit.slice(0, 7)} cannot run beside this build: ${remade} was made again since, as first migrations are until the first release.`,
    );
  }
  return { name: commit, bundles: (tell) => bundlesOf(commit, tell) };
}

async function commitOf(name: string): Promise<string> {
  const released = name === "last" ? await lastTag() : name;
  if (released === undefined) throw new Error("There is no release yet: name a commit, as in --beside HEAD~1.");
  return git("rev-parse", "--verify", `${released}^{commit}`);
}

/** The programs of the released image, which are those of installations. */
async function bundlesOfImage(folder: string, version: string, tell: (line: string) => void): Promise<string> {
  const architecture = process.arch === "arm64" ? "arm64" : "amd64";
  const archive = join(folder, `images/parley-${version}-linux-${architecture}.oci.tar`);
  const digest = createHash("sha256")
    .update(await readFile(archive))
    .digest("hex");
  const bundles = join(kept, `${version}-${digest.slice(0, 16)}`);
  if (existsSync(bundles)) return bundles;
  tell(`Taking the programs of ${version} from ${archive}.`);
  await mkdir(kept, { recursive: true });
  const beside = await mkdtemp(join(kept, "unpacking-"));
  try {
    unpackOci(archive, beside);
    await rename(join(beside, "app"), bundles);
    return bundles;
  } finally {
    await rm(beside, { recursive: true, force: true });
  }
}

/** The bundles of a commit, a folder for each app: built once from its own sources with its own packages, then kept in `~/.cache/parley`. */
async function bundlesOf(commit: string, tell: (line: string) => void): Promise<string> {
  const folder = join(kept, commit);
  if (existsSync(folder)) return folder;
  tell(`Building ${commit.slice(0, 7)} as it was, with its own packages.`);
  const sources = await mkdtemp(join(tmpdir(), "parley-release-"));
  try {
    await run("sh", ["-c", `git archive ${commit} | tar x -C "$1"`, "sh", sources], { cwd: workspaceRoot });
    await run("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: sources });
    await run(process.execPath, ["tools/build/build.ts", ...services.map(({ app }) => app)], { cwd: sources });
    const built = join(sources, "bundles");
    for (const { app } of services) await cp(join(sources, "apps", app, "dist"), join(built, app), { recursive: true });
    await mkdir(kept, { recursive: true });
    // Renamed atomically: an existing folder is complete.
    const beside = await mkdtemp(join(kept, "building-"));
    await cp(built, join(beside, "bundles"), { recursive: true });
    await rename(join(beside, "bundles"), folder);
    await rm(beside, { recursive: true });
    return folder;
  } finally {
    await rm(sources, { recursive: true, force: true });
  }
}

async function lastTag(): Promise<string | undefined> {
  return (await git("tag", "--merged", "HEAD", "--sort=-creatordate")).split("\n").find((name) => name !== "");
}

async function git(...parameters: readonly string[]): Promise<string> {
  return (await run("git", parameters, { cwd: workspaceRoot })).stdout.trim();
}
