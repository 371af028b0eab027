import { expect, test } from "vitest";
import { slowdown } from "./slowdown.ts";

const of = (p99: number, count = 5_000) => ({ count, unanswered: 0, p50: 10, p95: 100, p99 });

test("writes that take as long without Kafka as with it are no finding, those that take a fifth longer are", () => {
  expect(slowdown(of(700), of(690))).toBeUndefined();
  expect(slowdown(of(700), of(890))).toBeUndefined();
  expect(slowdown(of(700), of(891))).toBe("p99 of writes was 700 ms with Kafka and 891 ms without, more than 890 ms");
});

test("of few writes nothing is said", () => {
  expect(slowdown(of(700), of(5_000, 999))).toBeUndefined();
  expect(slowdown(of(700, 999), of(5_000))).toBeUndefined();
});
