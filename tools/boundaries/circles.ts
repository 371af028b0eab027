import type { SourceFile } from "./source-graph.ts";

/** Each circle of files that need one another, types included, as the way round; one for each group of files that cannot be told apart. */
export function circlesIn(files: readonly Pick<SourceFile, "path" | "uses">[]): string[][] {
  const needs = new Map(files.map(({ path, uses }) => [path, [...new Set(uses.map(({ from }) => from))]]));
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
