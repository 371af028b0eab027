import { expect, test } from "vitest";
import { closestName } from "./closest-name.ts";

const names = ["organizationId", "documentId", "documentIds", "userIds", "pageSize", "pageToken", "from", "to"];

test("a misspelt name leads to the intended one: with an extra, missing, wrong or misplaced letter, other capitals or other separators", () => {
  expect(closestName("organizationnId", names)).toBe("organizationId");
  expect(closestName("organisationId", names)).toBe("organizationId");
  expect(closestName("pageSzie", names)).toBe("pageSize");
  expect(closestName("pagesize", names)).toBe("pageSize");
  expect(closestName("page_token", names)).toBe("pageToken");
  expect(closestName("documentIdz", names)).toBe("documentId");
  expect(closestName("form", names)).toBe("from");
});

test("a name that is similar to none leads to none", () => {
  expect(closestName("limit", names)).toBeUndefined();
  expect(closestName("constructor", names)).toBeUndefined();
  expect(closestName("x".repeat(10_000), names)).toBeUndefined();
  expect(closestName("", names)).toBeUndefined();
  expect(closestName("pageSize", [])).toBeUndefined();
});
