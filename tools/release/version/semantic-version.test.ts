import { expect, test } from "vitest";
import { isAtLeast, versionProblem } from "./semantic-version.ts";

test.each(["0.2.0", "1.0.0", "10.20.30"])("%s is a version that every registry takes", (version) => {
  expect(versionProblem(version)).toBeUndefined();
});

test.each([undefined, "", "1.2", "v1.2.3", "1.2.3.4", "01.2.3", "1.2.3-rc.1", "1.2.x"])("%s is refused as a version", (version) => {
  expect(versionProblem(version)).toBeDefined();
});

test.each([
  ["0.10.0", "0.9.9", true],
  ["1.0.0", "0.99.99", true],
  ["1.2.3", "1.2.3", true],
  ["1.2.3", "1.3.0", false],
  ["1.2.3", "1.2.10", false],
])("that %s is at least %s is %s", (version, other, expected) => {
  expect(isAtLeast(version, other)).toBe(expected);
});
