import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { workspaceRoot } from "../../workspace-root.ts";
import { namedVersions, versionOf, versionProblem, writeVersion } from "./version-places.ts";

const files = [
  "package.json",
  "package-lock.json",
  "{apps,libs}/*/package.json",
  "tools/package.json",
  "libs/sdk-python/pyproject.toml",
  "deploy/**/*",
];

test("the same version is in every manifest, in the chart, in the image and on the pages", () => {
  const named = namedVersions(workspaceRoot);

  expect(named.length).toBeGreaterThan(80);
  expect(named.filter(([, version]) => version !== versionOf(workspaceRoot))).toEqual([]);
});

test("a new version is written to every place and to the lock file, and nothing else changes", () => {
  const root = mkdtempSync(join(tmpdir(), "parley-version-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const copied = globSync(files, { cwd: workspaceRoot, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const { parentPath, name } of copied) {
    const path = join(parentPath, name);
    if (!path.includes("node_modules")) cpSync(path, join(root, path.slice(workspaceRoot.length)));
  }
  const former = versionOf(root);

  writeVersion(root, "7.8.9-rc.1");

  expect(new Set(namedVersions(root).map(([, version]) => version))).toEqual(new Set(["7.8.9-rc.1"]));
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  expect([lock.version, lock.packages[""].version, lock.packages["libs/mcp"].version]).toEqual(Array(3).fill("7.8.9-rc.1"));
  expect(lock.packages["libs/mcp"].dependencies["@parley/sdk"]).toBe("7.8.9-rc.1");
  writeVersion(root, former);
  const written = globSync("**/*", { cwd: root, withFileTypes: true }).filter((entry) => entry.isFile());
  const changed = written
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .filter((path) => !readFileSync(join(root, path)).equals(readFileSync(join(workspaceRoot, path))));
  expect(changed).toEqual([]);
});

test.each(["0.2.0", "1.0.0", "10.20.30"])("%s is a version that every registry takes", (version) => {
  expect(versionProblem(version)).toBeUndefined();
});

test.each([undefined, "", "1.2", "v1.2.3", "1.2.3.4", "01.2.3", "1.2.3-rc.1", "1.2.x"])("%s is refused as a version", (version) => {
  expect(versionProblem(version)).toBeDefined();
});
