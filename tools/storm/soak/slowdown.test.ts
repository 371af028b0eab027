import { expect, test } from "vitest";
import { slowdown } from "./slowdown.ts";

const of = (p99: number, count = 5_000) => ({ count, unanswered: 0, p50: 10, p95: 100, p99 });

test("writes that take a fifth longer without Kafka are a finding, and equally fast ones are not", () => {
  expect(slowdown(of(700), of(690))).toBeUndefined();
  expect(slowdown(of(700), of(890))).toBeUndefined();
  expect(slowdown(of(700), of(891))).toBe("p99 of writes was 700 ms with Kafka and 891 ms without, more than 890 ms");
});

test("there is no finding about few writes", () => {
  expect(slowdown(of(700), of(5_000, 999))).toBeUndefined();
  expect(slowdown(of(700, 999), of(5_000))).toBeUndefined();
});
