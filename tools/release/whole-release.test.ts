import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sums, wholeRelease } from "./whole-release.ts";

test("a release is accepted only with every file unchanged, and without other files", () => {
  const folder = released();

  expect(wholeRelease(folder)).toEqual({ version: "1.2.3", commit: "abc", time: "2026-01-02T03:04:05.000Z" });
  writeFileSync(join(folder, "npm/sdk.tgz"), "other bytes");
  expect(() => wholeRelease(folder)).toThrow("is not whole");
  rmSync(join(folder, "npm/sdk.tgz"));
  expect(() => wholeRelease(folder)).toThrow("is not whole");
  writeFileSync(join(folder, "npm/sdk.tgz"), "bytes");
  writeFileSync(join(folder, "npm/planted.tgz"), "planted");
  expect(() => wholeRelease(folder)).toThrow("is not whole");
});

test("a signature of the digests does not count as another file", () => {
  const folder = released();

  writeFileSync(join(folder, "SHA256SUMS.sigstore.json"), "{}");

  expect(wholeRelease(folder).version).toBe("1.2.3");
});

function released(): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-whole-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "npm"));
  writeFileSync(join(folder, "npm/sdk.tgz"), "bytes");
  writeFileSync(join(folder, "release.json"), JSON.stringify({ version: "1.2.3", commit: "abc", time: "2026-01-02T03:04:05.000Z" }));
  writeFileSync(join(folder, "SHA256SUMS"), sums(folder));
  return folder;
}
