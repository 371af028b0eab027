import { expect, test } from "vitest";
import { UsageMeter } from "./usage-meter.ts";

test.each([Number.NaN, Number.POSITIVE_INFINITY, -5])("an amount of %s counts as nothing, and other amounts still count", (amount) => {
  const meter = new UsageMeter(() => 0);

  meter.count("key", { requests: 1, inputTokens: 7 });
  meter.count("key", { requests: 1, inputTokens: amount, outputTokens: 3 });

  expect(meter.take().map(({ amounts }) => [amounts.requests, amounts.inputTokens, amounts.outputTokens])).toEqual([[2, 7, 3]]);
});
