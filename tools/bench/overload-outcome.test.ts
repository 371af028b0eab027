import { expect, test } from "vitest";
import { goodputOf, recoveredAfterS, stepOutcomes } from "./overload-outcome.ts";
import type { Sent } from "./overload-sender.ts";

const steps = [4, 4, 4].map((seconds) => ({ perSecond: 10, seconds }));
const every100Ms = (fromMs: number, tookMs: number, status: number) =>
  Array.from({ length: 40 }, (_, n): Sent => [fromMs + n * 100, tookMs, status]);
const overloaded = [...every100Ms(0, 10, 200), ...every100Ms(4_000, 50, 429), ...every100Ms(8_000, 10, 200)];

test("a step counts the requests sent in it; its goodput counts the responses after the step has settled", () => {
  const late: Sent[] = [[1_000, 5_500, 200]];

  expect(stepOutcomes([...overloaded, ...late], steps)[1]).toMatchObject({
    count: 40,
    sentPerSecond: 10,
    refused: 40,
    failed: 0,
    goodPerSecond: 0.5,
  });
  expect(goodputOf(overloaded, { fromMs: 0, untilMs: 4_000 })).toBe(10);
});

test("an overload is over when all requests are answered again, and as fast as before", () => {
  const slow = overloaded.map(([sentMs, , status]): Sent => [sentMs, sentMs > 8_000 && sentMs < 9_800 ? 900 : 10, status]);
  const refusing = overloaded.map(([sentMs, tookMs, status]): Sent => [sentMs, tookMs, sentMs === 11_900 ? 503 : status]);

  expect(recoveredAfterS(overloaded, steps)).toBe(0);
  expect(recoveredAfterS(slow, steps)).toBe(2);
  expect(recoveredAfterS(refusing, steps)).toBeUndefined();
});
