import { expect, test } from "vitest";
import { verdictOf } from "./verdict.ts";

const order = ["a", "b", "c", "d"];
const reader = { isStream: true, resumes: 1, restarts: 0, broken: 0, refusals: [] };
const strict = { breaks: false };
const faults = (from: string, told: readonly string[]) => verdictOf(order, [{ ...reader, from, told }], strict).sentences;

test("a reader that received everything since its beginning is right", () => {
  expect(faults("start", order)).toEqual([]);
  expect(faults("cursor", ["c", "d"])).toEqual([]);
});

test.each([
  ["nothing", "start", []],
  ["a change is missing", "start", ["a", "c", "d"]],
  ["the first is missing", "start", ["b", "c", "d"]],
  ["the last is missing", "cursor", ["b", "c"]],
  ["one comes twice", "start", ["a", "b", "b", "c", "d"]],
  ["another order", "start", ["a", "c", "b", "d"]],
  ["one that is not in the table", "start", ["a", "b", "x", "c", "d"]],
  ["the first is not in the table", "cursor", ["x", "d"]],
])("a reader is wrong when %s", (_, from, told) => {
  expect(faults(from, told)).toHaveLength(1);
});

test("a response that a reader should not have received is reported", () => {
  expect(verdictOf(order, [{ ...reader, from: "start", told: order, refusals: ["400 no"] }], strict).sentences).toHaveLength(1);
});

test("a broken connection is reported where none is permitted", () => {
  const told = [{ ...reader, from: "start", told: order, broken: 1 }];

  expect(verdictOf(order, told, strict).sentences).toHaveLength(1);
  expect(verdictOf(order, told, { breaks: true }).sentences).toEqual([]);
});
