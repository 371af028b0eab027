import { expect, test } from "vitest";
import type { Checkpoint } from "../checkpoint.ts";
import { Findings } from "./findings.ts";
import { checkRemoved } from "./removed-check.ts";

const dayMs = 86_400_000;
const yearDays = 365;
const beganMs = Date.UTC(2024, 0, 1);

/** A checkpoint of a log with one record a day from day 1 on. */
function onDay(day: number, change: Partial<Checkpoint> & { readonly retentionDays?: number } = {}): Checkpoint {
  const { retentionDays = yearDays, ...rest } = change;
  const firstSequence = rest.firstSequence ?? Math.max(1, day - retentionDays + 1);
  return {
    version: 1,
    workspaceId: "ws_1",
    sequence: day,
    hash: "",
    firstSequence,
    removedUntil: beganMs + Math.max(0, firstSequence - 1) * dayMs,
    retentionMs: retentionDays * dayMs,
    at: beganMs + day * dayMs,
    ...rest,
  };
}

function found(...checkpoints: readonly Checkpoint[]): string[] {
  const findings = new Findings();
  checkRemoved(checkpoints, findings);
  return findings.listed.map(({ code, sequence }) => `${code} ${sequence}`);
}

test("records that went by age are no finding, however far apart the checkpoints are", () => {
  expect(found(onDay(1), onDay(2))).toEqual([]);
  expect(found(onDay(500), onDay(501))).toEqual([]);
  expect(found(onDay(10), onDay(800))).toEqual([]);
  expect(found(...[300, 360, 366, 400, 700, 1_200].map((day) => onDay(day)))).toEqual([]);
});

test("records that went before their age are found by a checkpoint that shows how young they are, in any order", () => {
  const before = onDay(100);
  const cut = onDay(101, { firstSequence: 21 });

  expect(found(before, cut)).toEqual(["cut_head 1"]);
  expect(found(cut, before)).toEqual(["cut_head 1"]);
  expect(found(onDay(500), onDay(501, { firstSequence: 500 }))).toEqual([]);
  expect(found(onDay(400), onDay(500), onDay(501, { firstSequence: 500 }))).toEqual(["cut_head 401"]);
  expect(found(onDay(500), onDay(502, { firstSequence: 502 }))).toEqual(["cut_head 501"]);
});

test("a time of removal that the database was made to state does not excuse a cut", () => {
  const stated = { firstSequence: 90, removedUntil: beganMs - 1_000 * dayMs };

  expect(found(onDay(100), onDay(101, stated))).toEqual(["cut_head 1"]);
  expect(found(onDay(450), onDay(500), onDay(501, { ...stated, firstSequence: 480 }))).toEqual(["cut_head 451"]);
});

test("a cut is found after newer checkpoints were signed, and by each that was signed before it", () => {
  const later = onDay(500, { firstSequence: 136 });

  expect(found(onDay(100), onDay(101, { firstSequence: 21 }), later)).toEqual(["cut_head 1"]);
  expect(found(onDay(99), onDay(100), onDay(101, { firstSequence: 101 }), later)).toEqual(["cut_head 1"]);
});

test("a retention that was lengthened or shortened between two checkpoints is no finding", () => {
  expect(found(onDay(400), onDay(401, { retentionDays: 30 }))).toEqual([]);
  expect(found(onDay(400, { retentionDays: 30 }), onDay(402, { firstSequence: 372 }))).toEqual([]);
  expect(found(onDay(400), onDay(401, { retentionDays: 30 }), onDay(402, { firstSequence: 372 }))).toEqual([]);
  expect(found(onDay(400), onDay(401, { retentionDays: 30 }), onDay(402, { firstSequence: 402 }))).toEqual(["cut_head 401"]);
});

test("checkpoints of releases that signed neither retention nor times of removal are compared as far as they go", () => {
  const { removedUntil: _, retentionMs: __, ...old } = onDay(100);
  const { removedUntil: ___, retentionMs: ____, ...oldCut } = onDay(101, { firstSequence: 21 });

  expect(found(old, oldCut)).toEqual([]);
  expect(found(old, onDay(101))).toEqual([]);
  expect(found(old, onDay(102, { firstSequence: 102 }))).toEqual(["cut_head 101"]);
});
