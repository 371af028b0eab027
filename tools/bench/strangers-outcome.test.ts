import { expect, test } from "vitest";
import type { Kept, New } from "./customer.ts";
import { brokenBy, figuresOf, type Round } from "./strangers-outcome.ts";

const hundred = (ms: number) => Array.from({ length: 100 }, () => ms);
const kept = (tookMs: number, refused: Kept["refused"] = []): Kept => ({
  tookMs: hundred(tookMs),
  undisturbedMs: hundred(tookMs),
  refused,
});
const newAt = (sentMs: number, status: New["status"] = 200, tookMs = 5): New => ({ sentMs, status, tookMs, toldToWait: 0 });
const memory = { residentMiB: 300, heapMiB: 60 };
const quiet: Round = {
  before: { kept: kept(4), new: [newAt(0)], memory, ready: [true] },
  beside: { kept: kept(8), new: [newAt(0), newAt(40_000)], memory, ready: [true, false, true, false] },
  stranger: { opened: 10, cut: 4, sentBytes: 3 * 1_048_576, answers: { 401: 6 } },
  connections: 8,
  ended: [],
  memory,
  backAfterS: 2,
};
const beside = (seen: Partial<Round["beside"]>): Round => ({ ...quiet, beside: { ...quiet.beside, ...seen } });

test("an attack during which a customer is served in at most twice the time breaks no promise", () => {
  expect(brokenBy([quiet, quiet, quiet], {})).toEqual([]);
});

test("a flood is compared with its sending to a sink on the same machine", () => {
  const flood = { ...beside({ kept: kept(12) }), besideSink: kept(6) };

  expect(brokenBy([flood], {})).toEqual([]);
  expect(figuresOf([flood], {}).p99).toBe("4.0 ms before, 6.0 ms beside the same sent to a sink, 12.0 ms beside it (x2.00)");
});

test("times are those of the median round", () => {
  const slow = beside({ kept: kept(80) });

  expect(brokenBy([quiet, slow, quiet], {})).toEqual([]);
  expect(brokenBy([slow, quiet, slow], {})).toEqual(["p99 on kept connections was 20.00 times what it was, more than 2"]);
});

test("p99 leaves out what other virtual machines disturbed, is also told with it, and too much of it in any phase breaks the promise", () => {
  const disturbed = (count: number): Kept => ({ ...kept(8), tookMs: [...hundred(8), ...Array.from({ length: count }, () => 80)] });

  expect(figuresOf([beside({ kept: disturbed(300) })], {})).toMatchObject({
    p99: "4.0 ms before, 8.0 ms beside it (x2.00)",
    "with what other virtual machines disturbed": "4.0 ms before, 80.0 ms beside it (x20.00), 300 of 500",
  });
  expect(brokenBy([beside({ kept: disturbed(300) })], {})).toEqual([]);
  expect(brokenBy([beside({ kept: disturbed(301) })], {})).toEqual([
    "other virtual machines disturbed 301 of 401 requests beside it, too many to tell",
  ]);
  expect(brokenBy([{ ...quiet, before: { ...quiet.before, kept: disturbed(400) } }], {})).toEqual([
    "other virtual machines disturbed 400 of 500 requests before, too many to tell",
  ]);
});

test("an attack can have a bound of its own", () => {
  expect(brokenBy([beside({ kept: kept(16) })], { mostTimes: 4 })).toEqual([]);
  expect(brokenBy([beside({ kept: kept(17) })], { mostTimes: 4 })).toEqual([
    "p99 on kept connections was 4.25 times what it was, more than 4",
  ]);
});

test.each<[string, Partial<Round>, string]>([
  ["a process that ended", { ended: ["gateway"] }, "gateway ended"],
  ["memory that is not back", { backAfterS: undefined }, "memory was not back within 60 s after 1 of 2 rounds"],
  ["a request refused", beside({ kept: kept(8, ["cut off"]) }), "1 of 200 requests on kept connections were refused"],
  ["a new connection refused", beside({ new: [newAt(0), newAt(1_000, "cut off")] }), "1 new connections were refused"],
  [
    "two probes in a row",
    beside({ ready: [true, false, false, true] }),
    "probes twice in a row did not find it ready, so that Kubernetes would send it no customers",
  ],
  [
    "new connections that wait",
    beside({ new: [newAt(0, 200, 50), newAt(1, 200, 50)] }),
    "half of the new connections took over 10.00 times as long as before, more than 2",
  ],
  [
    "more memory than a container has",
    beside({ memory: { residentMiB: 513, heapMiB: 60 } }),
    "memory was 513 MiB, more than the 512 of a container",
  ],
])("%s breaks the promise", (_what, seen, sentence) => {
  expect(brokenBy([quiet, { ...quiet, ...seen }], {})).toContain(sentence);
});

test("a valid token called wrong breaks the promise; a token told to come back later and then served does not", () => {
  const wrong = beside({ new: [newAt(0, 401)] });
  const later = beside({ new: [newAt(0), { ...newAt(0, 200, 3_000), toldToWait: 2 }] });

  expect(brokenBy([wrong], {})).toContain("1 valid tokens were refused as wrong");
  expect(brokenBy([later], {})).toEqual([]);
  expect(figuresOf([later], {})["served later, as told"]).toBe("1");
});

test("an attack on every place may block new connections for half a minute, and holds none at the end", () => {
  const soon = beside({ new: [newAt(34_000, "cut off"), newAt(36_000)] });
  const late = beside({ new: [newAt(34_000), newAt(36_000, "not answered")] });

  expect(brokenBy([soon], { takesAll: true })).toEqual([]);
  expect(brokenBy([soon], {})).toEqual(["1 new connections were refused"]);
  expect(brokenBy([late], { takesAll: true })).toEqual(["1 new connections were refused later than 35 s"]);
  expect(brokenBy([{ ...quiet, connections: 60 }], { takesAll: true })).toEqual(["60 connections were still open at the end"]);
});

test("the figures are the customer's, of the memory, and the strangers'", () => {
  const refusing = beside({ kept: kept(8, [503, "cut off", 503]), new: [newAt(7_000, 401), newAt(8_000)] });

  expect(figuresOf([refusing], {})).toEqual({
    p99: "4.0 ms before, 8.0 ms beside it (x2.00)",
    refused: "3 of 100 (2 x 503, 1 x cut off)",
    "new connections refused": "1 of 2 (1 x 401)",
    "the last of them": "after 7 s",
    "p50 of new connections": "5.0 ms before, 5.0 ms beside it",
    "probes failed": "2 of 4",
    "memory, MiB": "300 → 300 → 300",
    "heap, MiB": "60 → 60 → 60",
    "memory back after": "2 s",
    strangers: "10 connections, 4 cut off, 3 MiB sent (6 x 401); open at the end 8",
  });
});
