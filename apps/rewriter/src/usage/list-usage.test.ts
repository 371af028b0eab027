import { expect, test } from "vitest";
import { dayProblem } from "./list-usage.ts";

test.each(["2026-11-21", "2024-02-29", "0001-01-01", "9999-12-31"])("%s is a day", (text) => {
  expect(dayProblem(text)).toBeUndefined();
});

test.each([
  "2026-02-29",
  "2026-13-01",
  "2026-00-10",
  "2026-1-1",
  "0000-01-01",
  "today",
  "2026-11-21T00:00:00Z",
  " 2026-11-21",
  "-001-01-01",
  "",
])("%j is not a day", (text) => {
  expect(dayProblem(text)).toMatch(/^must /);
});
