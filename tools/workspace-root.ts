import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

/** The root of the repository. */
export const workspaceRoot = resolve(import.meta.dirname, "..");

/** The folders of the projects below `apps` or `libs`. */
export function projectFolders(kind: "apps" | "libs"): string[] {
  return readdirSync(join(workspaceRoot, kind), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(workspaceRoot, kind, name));
}
