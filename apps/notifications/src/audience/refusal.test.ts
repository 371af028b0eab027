import { expect, test } from "vitest";
import { type Refusal, refusalOf, type Standing } from "./refusal.ts";

const told: Standing = { access: "open", isMember: true, level: "ALL", isDirected: false, isThere: true, isRead: false };

test.each<[Refusal | undefined, Partial<Standing>]>([
  [undefined, {}],
  ["disabled", { access: "disabled" }],
  ["missing", { access: "missing" }],
  ["not_a_member", { isMember: false }],
  ["level", { level: "NONE" }],
  ["level", { level: "NONE", isDirected: true }],
  ["level", { level: "MINE" }],
  [undefined, { level: "MINE", isDirected: true }],
  ["nothing_left", { isThere: false }],
  ["read", { isRead: true }],
])("the rule says %s for a user of whom it is known: %o", (refusal, known) => {
  expect(refusalOf({ ...told, ...known })).toBe(refusal);
});

test("the reason given to somebody who may not see the document says nothing of its content", () => {
  const gone = { isThere: false, isRead: true, level: "NONE" } as const;

  expect(refusalOf({ ...told, ...gone, isMember: false })).toBe("not_a_member");
  expect(refusalOf({ ...told, ...gone, isMember: false, access: "missing" })).toBe("missing");
});
