import { expect, test } from "vitest";
import { SignInCodes } from "./sign-in-codes.ts";

const presented = { workspaceId: "ws_1", token: "secret", role: "administrate" } as const;

function start() {
  const state = { nowMs: 1_000 };
  return { state, codes: new SignInCodes(() => state.nowMs) };
}

test("a code signs in within ten minutes and not after", () => {
  const { state, codes } = start();
  const early = codes.create(presented);
  const late = codes.create(presented);

  state.nowMs += 10 * 60_000 - 1;
  expect(codes.redeem(early)).toEqual(presented);
  state.nowMs += 2;

  expect(codes.redeem(late)).toBeUndefined();
});

test("a code signs in once, and an unknown one never", () => {
  const { codes } = start();
  const code = codes.create(presented);

  expect(codes.redeem(code)).toEqual(presented);
  expect(codes.redeem(code)).toBeUndefined();
  expect(codes.redeem(`${code}x`)).toBeUndefined();
});
