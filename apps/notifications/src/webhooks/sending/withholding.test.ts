import { expect, test } from "vitest";
import { withholding } from "./withholding.ts";

const secret = "MARKED-0123456789";
const kept = (excerpt: string, ofSecret = secret) => withholding({ status: 400, retryAfter: undefined, excerpt }, ofSecret).excerpt;

test("an endpoint that repeats the secret that it was sent is quoted without it, also where the excerpt ends in the middle of it", () => {
  expect(kept(`authorization: Basic ${secret}, ${secret}!`)).toBe("authorization: Basic [withheld], [withheld]!");
  for (let length = 4; length < secret.length; length++) expect(kept(`You sent ${secret.slice(0, length)}`)).toBe("You sent [withheld]");
});

test("other answers stay as they are", () => {
  expect(kept("thank you")).toBe("thank you");
  expect(kept("")).toBe("");
  expect(kept("thank you", "")).toBe("thank you");
});
