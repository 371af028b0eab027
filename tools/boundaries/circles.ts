import { dirname } from "node:path";
import type { SourceFile } from "./source-graph.ts";

type Needs = Pick<SourceFile, "path" | "needs">;

/** Returns the import cycles of files, type imports included, each as a path around it: one for each strongly connected group. */
export function circlesIn(files: readonly Needs[]): string[][] {
  const needs = new Map(files.map(({ path, needs }) => [path, needs]));
  const done = new Set<string>();
  const circles: string[][] = [];

  const visit = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at >= 0) circles.push([...way.slice(at), path]);
    if (at >= 0 || done.has(path)) return;
    for (const next of needs.get(path) ?? []) visit(next, [...way, path]);
    done.add(path);
  };
  for (const { path } of files) visit(path, []);
  return circles;
}

/**
 * Returns the import cycles of folders within one project, type imports included. Tests and an app's composition are ignored: the
 * composition names the contents of the folders, and they use its context.
 */
export function folderCirclesIn(files: readonly Needs[]): string[][] {
  const sources = files.filter(({ path }) => /\/src\//.test(path) && !/\.test\.tsx?$/.test(path) && !composition.test(path));
  const folders = new Map<string, Set<string>>();
  for (const { path, needs } of sources) {
    const rooms = folders.get(roomOf(path)) ?? new Set();
    folders.set(roomOf(path), rooms);
    for (const file of needs) if (projectOf(file) === projectOf(path) && roomOf(file) !== roomOf(path)) rooms.add(roomOf(file));
  }
  return circlesIn([...folders].map(([path, rooms]) => ({ path, needs: [...rooms] })));
}

const composition = /^apps\/[^/]+\/src\/[^/]+$/;

// An entry point, which re-exports from its folder, counts as a folder of its own.
function roomOf(path: string): string {
  return path.endsWith("/index.ts") || composition.test(path) ? path : dirname(path);
}

function projectOf(path: string): string {
  return path.split("/").slice(0, 2).join("/");
}
