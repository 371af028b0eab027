import { expect, test } from "vitest";
import { closestName } from "./closest-name.ts";

const names = ["organizationId", "documentId", "documentIds", "userIds", "pageSize", "pageToken", "from", "to"];

test("a misspelt name leads to the one that was meant: a letter too many, too few, wrong or in the wrong place, other capitals, other joints", () => {
  expect(closestName("organizationnId", names)).toBe("organizationId");
  expect(closestName("organisationId", names)).toBe("organizationId");
  expect(closestName("pageSzie", names)).toBe("pageSize");
  expect(closestName("pagesize", names)).toBe("pageSize");
  expect(closestName("page_token", names)).toBe("pageToken");
  expect(closestName("documentIdz", names)).toBe("documentId");
  expect(closestName("form", names)).toBe("from");
});

test("a name that is like none of them leads to none", () => {
  expect(closestName("limit", names)).toBeUndefined();
  expect(closestName("constructor", names)).toBeUndefined();
  expect(closestName("x".repeat(10_000), names)).toBeUndefined();
  expect(closestName("", names)).toBeUndefined();
  expect(closestName("pageSize", [])).toBeUndefined();
});
