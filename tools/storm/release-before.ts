import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { services } from "../services/services.ts";
import { workspaceRoot } from "../workspace-root.ts";

const run = promisify(execFile);
const kept = join(homedir(), ".cache/parley/releases");

/**
 * The commit of a name. `last` is the last tag that leads here or, where there is none, the commit that laid down the protos with which changes are
 * compared.
 */
export async function commitOf(name: string): Promise<string> {
  const released = name === "last" ? ((await lastTag()) ?? (await git("log", "-1", "--format=%H", "--", "proto/released.binpb"))) : name;
  return git("rev-parse", "--verify", `${released}^{commit}`);
}

/** The bundles of a commit, a folder for each app: built once from its own sources with its own packages, then kept in `~/.cache/parley`. */
export async function bundlesOf(commit: string, tell: (line: string) => void): Promise<string> {
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
    // At once: one that is there is whole.
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
