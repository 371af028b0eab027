import { expect, test } from "vitest";
import type { Struck } from "../inject-faults.ts";
import { mayBeMissing } from "./missing-counts.ts";

const struckAt = (target: string, kind: string, fromMs: number, toMs = fromMs + 500) =>
  ({ target, kind, fromMs, goneMs: fromMs + 10, toMs }) as Struck;

/** One request per second for a minute. */
const everySecond = Array.from({ length: 60 }, (_, second) => ({ fromMs: second * 1_000 - 5, toMs: second * 1_000 }));
const gateways = { app: "gateway", reportMs: 500 };

test("nothing may be missing unless a counting process ended", () => {
  expect(mayBeMissing(everySecond, [struckAt("workspace", "kill", 9_000), struckAt("gateway", "freeze", 20_000)], gateways)).toBe(0);
});

test("a kill loses the counts of the last interval, once per process", () => {
  const kills = [struckAt("gateway", "kill", 20_000), struckAt("gateway-2", "kill", 20_200), struckAt("activity", "kill", 40_000)];

  expect(mayBeMissing(everySecond, kills, gateways)).toBe(2);
});

test("a kill loses every count since the last report that arrived", () => {
  const struck = [struckAt("postgres", "kill", 18_000, 19_000), struckAt("gateway", "kill", 20_000)];

  // From 16.5 s on.
  expect(mayBeMissing(everySecond, struck, gateways)).toBe(4);
});

test("a graceful stop loses nothing, unless the last report could not arrive", () => {
  const stopped = struckAt("gateway", "restart", 20_000);

  expect(mayBeMissing(everySecond, [stopped], gateways)).toBe(0);
  expect(mayBeMissing(everySecond, [stopped, struckAt("workspace-2", "freeze", 19_500)], gateways)).toBe(3);
});

test("counts lost with one end of a process are not lost again with the next", () => {
  const struck = [
    struckAt("gateway", "kill", 20_000, 22_500),
    struckAt("postgres", "freeze", 21_000, 23_500),
    struckAt("gateway", "kill", 26_000),
  ];

  // The counts from 18.5 s to 20 s and from 22.5 s to 26 s may be missing.
  expect(mayBeMissing(everySecond, struck, gateways)).toBe(2 + 4);
});
