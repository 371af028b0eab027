import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { workspaceRoot } from "../workspace-root.ts";

/** Where the release of a version is made unless another folder is named; git does not look there. */
export function releaseFolder(version: string): string {
  return join(workspaceRoot, "tools/release/dist", version);
}

/**
 * Puts a folder in the place of another one: of an earlier release, of an empty folder, or of none. Fails when the other one holds something else, which would be lost.
 */
export function putInPlace(made: string, folder: string): void {
  requireReplaceable(folder);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  renameSync(made, folder);
}

/** Fails when a folder holds something else than a release. */
export function requireReplaceable(folder: string): void {
  if (!existsSync(folder) || existsSync(join(folder, "release.json")) || readdirSync(folder).length === 0) return;
  throw new Error(`${folder} holds something else than a release: name a folder that is empty, or one that does not exist.`);
}
