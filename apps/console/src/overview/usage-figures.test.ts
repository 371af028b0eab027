import { expect, test } from "vitest";
import { shownDays, usageFigures, usageOfDays } from "./usage-figures.ts";

test("thirty days are shown, today in UTC the last", () => {
  const days = shownDays(Date.parse("2026-03-01T23:59:59Z"));

  expect([days.length, days[0], days.at(-1)]).toEqual([30, "2026-01-31", "2026-03-01"]);
});

test("a day without usage is shown as zero", () => {
  const nothing = { apiKey: "pk", requests: 0, failed: 0, refused: 0, comments: 0, users: 0, mails: 0, deliveries: 0 };
  const listed = [{ ...nothing, day: "2026-01-02", streamsSeconds: 0, inputTokens: 3, outputTokens: 4 }];
  const tokens = usageFigures.find(({ value }) => value === "tokens") ?? usageFigures[0];

  expect(usageOfDays(["2026-01-01", "2026-01-02"], listed, tokens)).toEqual([
    { day: "2026-01-01", used: 0 },
    { day: "2026-01-02", used: 7 },
  ]);
});
