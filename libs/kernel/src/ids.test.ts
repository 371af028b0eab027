import { expect, test } from "vitest";
import { deterministicId, idProblem, newId, organizationOwnId, randomText } from "./ids.ts";
import { runWithContext } from "./request-context.ts";

test("an id has 1 to 256 characters and no control characters", () => {
  expect(idProblem("a")).toBeUndefined();
  expect(idProblem("é b/ü😀")).toBeUndefined();
  expect(idProblem("x".repeat(256))).toBeUndefined();

  expect(idProblem("")).toBe("must not be empty");
  expect(idProblem("x".repeat(257))).toBe("must have at most 256 characters");
  expect(idProblem("a\u0000b")).toBe("must not contain control characters");
  expect(idProblem("a\u0085")).toBe("must not contain control characters");
});

test("made ids carry their prefix and do not repeat", () => {
  const ids = new Set(Array.from({ length: 1000 }, () => newId("fld")));

  expect(ids.size).toBe(1000);
  for (const id of ids) expect(id).toMatch(/^fld_[0-9A-Za-z]{22}$/);
  expect(randomText(5)).toHaveLength(5);
});

test("an organization's own id is the first 32 hex digits of SHA-256 over key, NUL and id", () => {
  expect(organizationOwnId("pk_test_1", "acme")).toBe("b5e12d55d1486e87fd9d9fec00540204");
  expect(organizationOwnId("a", "b")).not.toBe(organizationOwnId("ab", ""));
});

test("a repeated request makes the same ids in the same order; another request makes different ids", () => {
  const idsOf = (idempotencyKey: string | undefined) =>
    runWithContext({ requestId: "r", deadlineMs: 0, signal: AbortSignal.abort(), traced: false, idempotencyKey }, () => [
      deterministicId("com"),
      deterministicId("com"),
    ]);

  const [first, second] = idsOf("a");

  expect(first).toMatch(/^com_[0-9A-Za-z]{22}$/);
  expect(second).not.toBe(first);
  expect(idsOf("a")).toEqual([first, second]);
  expect(idsOf("b")).not.toContain(first);
  expect(idsOf(undefined)).not.toEqual(idsOf(undefined));
});
