import { expect, test } from "vitest";
import { plot } from "./plot.ts";

const panel = (...values: number[]) => ({
  title: "Memory <MB>",
  lines: [{ name: "process", points: values.map((value, minute) => [minute, value] as const) }],
});

function heightsOf(svg: string): number[] {
  return [...(/points="([^"]*)"/.exec(svg)?.[1] ?? "").split(" ")].map((point) => Number(point.split(",")[1]));
}

test("the axis begins at 0, so that growth by a twentieth looks flat and a doubling does not", () => {
  const [flatFrom = 0, flatTo = 0] = heightsOf(plot([panel(200, 210)]));
  const [from = 0, to = 0] = heightsOf(plot([panel(200, 400)]));

  expect(flatFrom - flatTo).toBeLessThan((from - to) / 4);
});

test("characters of markup are escaped", () => {
  expect(plot([panel(1)])).toContain("Memory &lt;MB>");
});
