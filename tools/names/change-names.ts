import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { changedNames, type Names, namesFile, readNames } from "./names.ts";
import { renamed } from "./rename.ts";
import { sourceFiles, textOf } from "./source-files.ts";

/**
 * Changes names in the texts and paths of all sources below a folder, and returns the number of changed files. Fails before any write if a
 * new name is malformed or already occurs in the sources, because its occurrences could not be told apart afterwards.
 */
export function changeNames(root: string, change: Readonly<Partial<Names>>): number {
  const from = readNames(root);
  const to = changedNames(from, change);
  const files = sourceFiles(root).filter((path) => path !== namesFile);
  const texts = new Map(files.map((path) => [path, textOf(join(root, path))]));
  const changes = files.map((path) => changeOf(path, texts.get(path), from, to)).filter((each) => each !== undefined);
  for (const path of files) {
    if (changeOf(path, texts.get(path), to, from) !== undefined)
      throw new Error(`${path} already contains one of these names. Choose another one.`);
  }
  for (const { path, text, next } of changes) {
    if (text !== undefined) writeFileSync(join(root, path), text);
    if (next === path) continue;
    mkdirSync(dirname(join(root, next)), { recursive: true });
    renameSync(join(root, path), join(root, next));
  }
  writeFileSync(join(root, namesFile), `${JSON.stringify(to, null, 2)}\n`);
  return changes.length;
}

interface Change {
  readonly path: string;
  /** The new text; undefined for a binary file. */
  readonly text: string | undefined;
  readonly next: string;
}

function changeOf(path: string, text: string | undefined, from: Names, to: Names): Change | undefined {
  const next = renamed(path, from, to);
  const changed = text === undefined ? undefined : renamed(text, from, to);
  return next === path && changed === text ? undefined : { path, text: changed, next };
}
