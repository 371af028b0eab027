import { expect, test } from "vitest";
import { withholding } from "./withholding.ts";

const secret = "MARKED-0123456789";
const kept = (excerpt: string, ofSecret = secret) =>
  withholding({ status: 400, retryAfter: undefined, location: undefined, excerpt }, ofSecret).excerpt;

test("a response that repeats the secret it was sent is stored without it, even if the excerpt ends within the secret", () => {
  expect(kept(`authorization: Basic ${secret}, ${secret}!`)).toBe("authorization: Basic [withheld], [withheld]!");
  for (let length = 4; length < secret.length; length++) expect(kept(`You sent ${secret.slice(0, length)}`)).toBe("You sent [withheld]");
});

test("other responses stay unchanged", () => {
  expect(kept("thank you")).toBe("thank you");
  expect(kept("")).toBe("");
  expect(kept("thank you", "")).toBe("thank you");
});
