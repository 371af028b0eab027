import { expect, test } from "vitest";
import { isMasked, masked } from "./masked.ts";

test("a masked secret shows at most its last four characters", () => {
  expect(masked("sk-proj-0123456789abcd")).toBe("********abcd");
  expect(masked("fifteen-letters")).toBe("********");
  expect(masked("")).toBe("********");
});

test("masked text is recognised", () => {
  expect(isMasked(masked("sk-proj-0123456789abcd"))).toBe(true);
  expect(isMasked("sk-proj-0123456789abcd")).toBe(false);
});
