import { expect, test } from "vitest";
import { advisoryProblems } from "./advisories.ts";
import { scriptProblems } from "./lock-file.ts";

const lock = {
  packages: {
    "": { version: "0.1.0" },
    "node_modules/mailer": { version: "10.6.0" },
    "node_modules/parser/node_modules/mailer": { version: "7.0.11", hasInstallScript: true },
    "node_modules/@scope/built": { version: "1.0.0", hasInstallScript: true },
  },
};
const known = [{ package: "mailer", vulnerable: "<=9.0.0", advisory: "GHSA-1" }];
const kept = { read: "2026-01-01", known, accepted: [{ advisory: "GHSA-1", because: "of tests alone", until: "2026-02-01" }] };

test("a locked package within an advisory is a problem wherever it is, and a newer one is none", () => {
  expect(advisoryProblems(lock, known, { ...kept, accepted: [] }, "2026-01-15")).toEqual([
    "node_modules/parser/node_modules/mailer 7.0.11 is within GHSA-1 (<=9.0.0).",
  ]);
});

test("an advisory is accepted until its day, and no longer", () => {
  expect(advisoryProblems(lock, known, kept, "2026-02-01")).toEqual([]);
  expect(advisoryProblems(lock, known, kept, "2026-02-02")).toHaveLength(1);
});

test("an install script that nobody has read is a problem, and so is an entry without a script", () => {
  expect(scriptProblems(lock, { "@scope/built": true, mailer: false })).toEqual([]);
  expect(scriptProblems(lock, { mailer: false, gone: true })).toEqual([
    "@scope/built has an install script: allow or deny it in allowScripts of package.json.",
    "gone has no install script: remove it from allowScripts of package.json.",
  ]);
});
