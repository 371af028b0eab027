import { expect, test } from "vitest";
import { ranges } from "./overview-query.ts";
import { tickWords, timeTicks } from "./time-ticks.ts";

const minuteMs = 60_000;
const startsOf = (range: keyof typeof ranges, to: number) => {
  const { minutes, stepMinutes } = ranges[range];
  const count = Math.ceil(minutes / stepMinutes);
  return Array.from({ length: count }, (_, index) => to - (count - 1 - index) * stepMinutes * minuteMs);
};

test("an hour has a tick every ten minutes, a day every four hours, a week every day", () => {
  const noon = new Date(2026, 10, 23, 12, 0).getTime();

  expect(timeTicks(startsOf("1h", noon), "1h").map((at) => tickWords(at, "1h"))).toEqual([
    ...["11:10", "11:20", "11:30", "11:40", "11:50", "12:00"],
  ]);
  expect(timeTicks(startsOf("24h", noon), "24h").map((at) => tickWords(at, "24h"))).toEqual([
    ...["16:00", "20:00", "00:00", "04:00", "08:00", "12:00"],
  ]);
  expect(timeTicks(startsOf("7d", noon), "7d").map((at) => new Date(at).getDate())).toEqual([17, 18, 19, 20, 21, 22, 23]);
});

test("every tick is at a step of the plot", () => {
  const starts = startsOf("24h", new Date(2026, 10, 23, 9, 45).getTime());

  expect(timeTicks(starts, "24h").every((at) => starts.includes(at))).toBe(true);
});
