import { expect, test } from "vitest";
import * as z from "zod";
import { CookieSeal } from "./cookie-seal.ts";

const first = Buffer.alloc(32, 1);
const second = Buffer.alloc(32, 2);
const value = { said: "hello" };

function sealOf(keys: readonly [Buffer, ...Buffer[]], audience = "tests") {
  return new CookieSeal({ keys, audience, value: z.object({ said: z.string() }), lifetimeMs: 60_000 });
}

test("a value sealed before a rotation opens until its key is removed; later values are sealed under the newest key", async () => {
  const { sealed } = await sealOf([first]).seal(value);
  const rotated = sealOf([second, first]);

  expect(await rotated.open(sealed)).toMatchObject(value);
  expect(await sealOf([second]).open(sealed)).toBeUndefined();
  expect(await sealOf([second]).open((await rotated.seal(value)).sealed)).toMatchObject(value);
});

test("a value sealed for one audience opens for no other, and unsealed text opens for none", async () => {
  const { sealed } = await sealOf([first]).seal(value);

  expect(await sealOf([first], "others").open(sealed)).toBeUndefined();
  for (const text of ["", "made-up", `${sealed}x`, sealed.slice(1)]) expect(await sealOf([first]).open(text), text).toBeUndefined();
});

test("a value expires at its end, and after the lifetime at the latest", async () => {
  const beforeMs = Date.now();
  const seal = sealOf([first]);

  const early = await seal.seal(value, beforeMs + 30_000);
  const late = await seal.seal(value, beforeMs + 3_600_000);
  const over = await seal.seal(value, beforeMs - 1_000);

  expect(Math.abs(early.expiresAtMs - beforeMs - 30_000)).toBeLessThanOrEqual(1_000);
  expect(late.expiresAtMs).toBeLessThanOrEqual(Date.now() + 60_000);
  expect(await seal.open(early.sealed)).toEqual({ ...value, expiresAtMs: early.expiresAtMs });
  expect(await seal.open(over.sealed)).toBeUndefined();
});
