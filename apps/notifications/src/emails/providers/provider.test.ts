import { expect, test } from "vitest";
import { unsubscribeHeaders } from "./provider.ts";

test("the headers to unsubscribe are left out with a link that does not fit a line of 998 characters", () => {
  const link = (length: number) => "https://parley.example/unsubscribe?token=".padEnd(length, "x");

  expect(unsubscribeHeaders(link(900))["List-Unsubscribe"]).toBe(`<${link(900)}>`);
  expect([unsubscribeHeaders(link(901)), unsubscribeHeaders("")]).toEqual([{}, {}]);
});
