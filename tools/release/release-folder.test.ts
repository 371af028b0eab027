import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { putInPlace } from "./release-folder.ts";

test("a release replaces an earlier one or an empty folder, and creates a missing folder", () => {
  const root = emptyFolder();
  for (const [name, files] of [
    ["earlier", ["release.json", "npm"]],
    ["empty", []],
  ] as const) {
    mkdirSync(join(root, name));
    for (const file of files) writeFileSync(join(root, name, file), "");
  }

  for (const name of ["earlier", "empty", "deep/none"]) {
    putInPlace(madeIn(root), join(root, name));
    expect(readdirSync(join(root, name))).toEqual(["release.json"]);
  }
});

test("a folder with other content is kept", () => {
  const root = emptyFolder();
  const own = join(root, "own");
  mkdirSync(own);
  writeFileSync(join(own, "letters.txt"), "dear");

  expect(() => putInPlace(madeIn(root), own)).toThrow("contains something other than a release");
  expect(existsSync(join(own, "letters.txt"))).toBe(true);
});

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-release-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function madeIn(root: string): string {
  const made = join(root, "made");
  mkdirSync(made);
  writeFileSync(join(made, "release.json"), "{}");
  return made;
}
