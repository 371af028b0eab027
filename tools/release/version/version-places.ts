import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prerelease, valid } from "semver";

/**
 * The files that contain the version, each with a pattern whose only group is the version. `package.json` of the root has the authoritative
 * one.
 */
const places: readonly (readonly [files: string, pattern: RegExp])[] = [
  ["package.json", /^ {2}"version": "([^"]+)"/gm],
  ["{apps,libs}/*/package.json", /^ {2}"version": "([^"]+)"/gm],
  ["tools/package.json", /^ {2}"version": "([^"]+)"/gm],
  // The versions of workspace dependencies.
  ["{apps,libs}/*/package.json", /^ {4}"(?:OURS)": "([^"]+)"/gm],
  ["tools/package.json", /^ {4}"(?:OURS)": "([^"]+)"/gm],
  ["libs/sdk-python/pyproject.toml", /^version = "([^"]+)"/gm],
  ["deploy/helm/parley/Chart.yaml", /^(?:version|appVersion): (.+)$/gm],
  ["deploy/Dockerfile", /^ARG VERSION=(.+)$/gm],
  ["deploy/README.md", /registry\.example\/parley:(\d+\.\d+\.\d+[\w.-]*)/g],
  ["deploy/helm/examples/README.md", /registry\.example\/parley:(\d+\.\d+\.\d+[\w.-]*)/g],
];

/** The sentence that says why a text is not a version that every registry accepts; undefined if it is one. */
export function versionProblem(version: string | undefined): string | undefined {
  if (version === undefined) return "Name the version: --version 1.2.3.";
  if (valid(version) !== version) return `${version} is not a semantic version: write it as 1.2.3.`;
  // Python, Go and npm write pre-releases in three different ways.
  return prerelease(version) === null
    ? undefined
    : `${version}: a release consists of three numbers only, because npm, Python and Go write any suffix differently.`;
}

/** The version of the sources below a folder. */
export function versionOf(root: string): string {
  return (JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string }).version;
}

/** Every place that contains a version, as `file: line`, and the version. */
export function namedVersions(root: string): (readonly [place: string, version: string])[] {
  return filesWithPatterns(root).flatMap(([file, pattern]) =>
    [...readFileSync(join(root, file), "utf8").matchAll(pattern)].map(
      ([line, version = ""]) => [`${file}: ${line.trim()}`, version] as const,
    ),
  );
}

/** Writes a version to all places and to the lock file. */
export function writeVersion(root: string, version: string): void {
  for (const [file, pattern] of filesWithPatterns(root)) {
    const path = join(root, file);
    const text = readFileSync(path, "utf8");
    const next = text.replaceAll(
      pattern,
      (line: string, former: string) =>
        line.slice(0, line.lastIndexOf(former)) + version + line.slice(line.lastIndexOf(former) + former.length),
    );
    if (next !== text) writeFileSync(path, next);
  }
  writeLock(root, version);
}

interface Lock {
  version: string;
  readonly packages: Record<string, { version?: string; dependencies?: Record<string, string> }>;
}

function writeLock(root: string, version: string): void {
  const path = join(root, "package-lock.json");
  const lock = JSON.parse(readFileSync(path, "utf8")) as Lock;
  lock.version = version;
  const ours = new Set(manifestsOf(root).map(({ name }) => name));
  for (const [folder, entry] of Object.entries(lock.packages)) {
    if (folder.includes("node_modules/")) continue;
    entry.version = version;
    for (const name of Object.keys(entry.dependencies ?? {}))
      if (entry.dependencies !== undefined && ours.has(name)) entry.dependencies[name] = version;
  }
  writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
}

function filesWithPatterns(root: string): (readonly [file: string, pattern: RegExp])[] {
  const ours = manifestsOf(root).map(({ name }) => name);
  return places.flatMap(([files, { source, flags }]) =>
    globSync(files, { cwd: root })
      .toSorted()
      .map((file) => [file, new RegExp(source.replace("OURS", ours.join("|")), flags)] as const),
  );
}

function manifestsOf(root: string): { readonly name: string }[] {
  return globSync(["{apps,libs}/*/package.json", "tools/package.json"], { cwd: root }).map(
    (file) => JSON.parse(readFileSync(join(root, file), "utf8")) as { name: string },
  );
}
