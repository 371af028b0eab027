import { existsSync, globSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { rsort } from "semver";
import { workspaceRoot } from "../workspace-root.ts";

/** The default folder for the release of a version; git ignores it. */
export function releaseFolder(version: string): string {
  return join(workspaceRoot, "tools/release/dist", version);
}

/**
 * Moves a release into place: in place of an earlier release or of an empty folder, or as a new folder. Fails when the folder has other
 * content, which would be lost.
 */
export function putInPlace(made: string, folder: string): void {
  requireReplaceable(folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(made, folder);
}

/** Fails when a folder contains something other than a release. */
export function requireReplaceable(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, "release.json")) || readdirSync(folder).length === 0) return;
  throw new Error(`${folder} contains something other than a release: name an empty folder or a new one.`);
}

/** The folder of the last release, as made here or placed there; undefined before the first. */
export function lastReleaseFolder(): string | undefined {
  const versions = globSync("*/release.json", { cwd: join(workspaceRoot, "tools/release/dist") }).map((path) => dirname(path));
  const [last] = rsort(versions);
  return last === undefined ? undefined : releaseFolder(last);
}
