import { expect, test } from "vitest";
import { isMailbox, mailboxProblem } from "./mailbox.ts";

test.each([
  "a@b.co",
  "owner@example.com",
  "first.last+tag@sub.example.co.uk",
  "o'neil@example.org",
  "jörg@münchen.de",
  "用户@例子.广告",
  "1@2.3",
  "owner@intranet",
  "da..me.@docomo.example",
])("%s is an e-mail address", (text) => {
  expect(isMailbox(text)).toBe(true);
});

test.each([
  "",
  "owner",
  "@example.com",
  "owner@",
  "owner@@example.com",
  "a@b@example.com",
  "owner @example.com",
  " owner@example.com",
  "owner@example.com\n",
  "owner@example.com.",
  "owner@[192.0.2.1]",
  "owner@ex_ample.com",
  "owner@-example.com",
  "owner@example-.com",
  "owner@example..com",
  "Owner <owner@example.com>",
  "owner@example.com, other@example.com",
  "owner\u0000@example.com",
  `${"a".repeat(65)}@example.com`,
  `owner@${"a".repeat(60)}.${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.com`.padEnd(260, "m"),
])("%j is not an e-mail address", (text) => {
  expect(isMailbox(text)).toBe(false);
});

test("a long hostile text is refused at once", () => {
  const before = performance.now();

  expect(isMailbox(`a@${"a-".repeat(120)}`)).toBe(false);
  expect(isMailbox(`a@${"a.".repeat(120)}!`)).toBe(false);
  expect(performance.now() - before).toBeLessThan(200);
});

test("the reason names a quoted local part, and the form of any other text", () => {
  expect(mailboxProblem('"a b"@acme.example')).toContain("in quotes");
  expect(mailboxProblem("n/a")).toContain("such as ann@acme.example");
  expect(mailboxProblem("ann@acme.example")).toBeUndefined();
});
