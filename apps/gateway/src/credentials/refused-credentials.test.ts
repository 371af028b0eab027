import { expect, test } from "vitest";
import { RefusedCredentials } from "./refused-credentials.ts";

function guess(refused: RefusedCredentials, address: string, principal: string, times: number): number {
  const asked = Array.from({ length: times }, (_, attempt) => refused.begin(address, principal, `guess ${attempt}`));
  return asked.filter((begun) => begun !== undefined).length;
}

test("an address is heard until it has guessed wrong too often, and again later", () => {
  let nowMs = 0;
  const refused = new RefusedCredentials({ perSecond: 2, now: () => nowMs });

  expect(guess(refused, "10.0.0.1", "pk_1", 100)).toBe(20);
  expect(guess(refused, "10.0.0.2", "pk_1", 1)).toBe(1);
  nowMs += 1_000;
  expect(guess(refused, "10.0.0.1", "pk_1", 100)).toBe(2);
});

test("many addresses that guess for one principal are bounded together", () => {
  const refused = new RefusedCredentials({ perSecond: 2, now: () => 0 });

  const asked = Array.from({ length: 50 }, (_, n) => guess(refused, `10.0.0.${n}`, "pk_1", 20)).reduce((sum, n) => sum + n, 0);

  expect(asked).toBe(200);
});

test("credentials that were good lately are looked up however many others guess", () => {
  const refused = new RefusedCredentials({ perSecond: 1, now: () => 0 });
  refused.begin("10.0.0.1", "pk_1", "right")?.();
  guess(refused, "10.0.0.1", "pk_1", 1_000);

  expect(refused.begin("10.0.0.1", "pk_1", "right")).toBeDefined();
  expect(refused.begin("10.0.0.1", "pk_1", "wrong")).toBeUndefined();
  expect(refused.begin("10.0.0.1", "pk_2", "right")).toBeUndefined();
});

test("credentials that are good cost an address nothing, however many they are", () => {
  const refused = new RefusedCredentials({ perSecond: 1, now: () => 0 });

  for (let n = 0; n < 100; n++) refused.begin("10.0.0.1", `pk_${n}`, "right")?.();

  expect(guess(refused, "10.0.0.1", "pk_other", 100)).toBe(10);
});

test("switched off it lets everything through", () => {
  const refused = new RefusedCredentials({ perSecond: 0 });

  expect(guess(refused, "10.0.0.1", "pk_1", 1_000)).toBe(1_000);
});
