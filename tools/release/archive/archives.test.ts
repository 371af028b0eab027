import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { type ArchiveEntry, fileEntry } from "./entries.ts";
import { gzipped, tarGz } from "./tar.ts";
import { zip } from "./zip.ts";

const long = `${"folder/".repeat(20)}a-name-that-needs-both-fields.txt`;
const entries: readonly ArchiveEntry[] = [
  fileEntry("z.txt", "last"),
  fileEntry(long, "deep"),
  fileEntry("bin/run", "#!/bin/sh", 0o755),
  { kind: "link", path: "latest", mode: 0o777, target: "z.txt" },
  { kind: "folder", path: "data", mode: 0o755, owner: 65532 },
];
const timeMs = Date.UTC(2026, 0, 2, 3, 4, 5);

test("a tar archive has the same bytes in any order of its entries, and the system's tar reads it", () => {
  const archive = tarGz(entries, timeMs);
  const file = written("some.tar.gz", archive);

  expect(tarGz(entries.toReversed(), timeMs).equals(archive)).toBe(true);
  const listed = execFileSync("tar", ["--utc", "--numeric-owner", "--full-time", "-tvzf", file], { encoding: "utf8" });
  expect(listed.split("\n").map((line) => line.replaceAll(/\s+/g, " "))).toEqual([
    "-rwxr-xr-x 0/0 9 2026-01-02 03:04:05 bin/run",
    "drwxr-xr-x 65532/65532 0 2026-01-02 03:04:05 data/",
    `-rw-r--r-- 0/0 4 2026-01-02 03:04:05 ${long}`,
    "lrwxrwxrwx 0/0 0 2026-01-02 03:04:05 latest -> z.txt",
    "-rw-r--r-- 0/0 4 2026-01-02 03:04:05 z.txt",
    "",
  ]);
});

test("compressed content does not reveal the operating system", () => {
  expect([...gzipped(Buffer.from("text")).subarray(0, 10)].slice(4)).toEqual([0, 0, 0, 0, 2, 255]);
});

const files = [
  { path: "module@v1/b.go", content: Buffer.from("package b\n".repeat(100)) },
  { path: "module@v1/a.go", content: Buffer.from("") },
];

test("a zip has the same bytes in any order of its files", () => {
  expect(zip(files.toReversed()).equals(zip(files))).toBe(true);
});

test.skipIf(!isThere("python3"))("Python reads a zip", () => {
  const file = written("some.zip", zip(files));
  const program =
    "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); print(z.testzip(), z.namelist(), len(z.read('module@v1/b.go')), z.infolist()[0].date_time)";

  expect(execFileSync("python3", ["-c", program, file], { encoding: "utf8" }).trim()).toBe(
    "None ['module@v1/a.go', 'module@v1/b.go'] 1000 (1980, 1, 1, 0, 0, 0)",
  );
});

function isThere(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function written(name: string, content: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-archive-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
