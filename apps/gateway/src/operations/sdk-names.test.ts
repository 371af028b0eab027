import { expect, test } from "vitest";
import { operations } from "./index.ts";

test("every operation has its own name in generated clients, and aliases have none", () => {
  const names = operations.flatMap(({ sdk }) => sdk ?? []);
  const named = new Set(operations.filter(({ sdk }) => sdk !== undefined).map(({ path }) => withoutVersion(path)));

  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  expect(names.filter((name) => !/^[a-z]+([A-Z][a-z]+)*\.[a-z]+([A-Z][a-z]+)*$/.test(name))).toEqual([]);
  expect(operations.filter(({ path }) => !named.has(withoutVersion(path))).map(({ path }) => path)).toEqual([]);
  expect(named.size).toBe(names.length);
});

function withoutVersion(path: string): string {
  return path.replace(/^\/v\d+/, "");
}
