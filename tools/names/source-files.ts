import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

const madeFolders = new Set(["node_modules", "dist", "coverage", "__pycache__", ".git", ".nx", ".parley"]);

/** The paths of all files below a folder, except installed and generated ones. Works without git too. */
export function sourceFiles(root: string, folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return madeFolders.has(entry.name) ? [] : sourceFiles(root, path);
    return entry.isFile() && !entry.name.endsWith(".log") ? [relative(root, path)] : [];
  });
}

/** The text of a file; undefined for a binary file. */
export function textOf(path: string): string | undefined {
  const content = readFileSync(path);
  return content.includes(0) ? undefined : content.toString("utf8");
}
