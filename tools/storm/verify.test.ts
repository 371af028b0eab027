import { expect, test } from "vitest";
import type { Entry, Fact } from "./journal.ts";
import { verify } from "./verify.ts";

const put = (n: number, key: string, value: string | null): Entry => ({ n, asked: [{ key, value }], scenario: "s", path: "/p" });
const done = (n: number): Entry => ({ n, acknowledged: true });
const unclear = (n: number): Entry => ({ n, unclear: "no answer" });
const refused = (n: number): Entry => ({ n, refused: "400" });
const kinds = (entries: Entry[], stored: Fact[]) => verify("s", entries, stored).map(({ kind }) => kind);

test.each<[string, Entry[], Fact[], string[]]>([
  ["what was acknowledged and is there", [put(1, "a", "x"), done(1)], [{ key: "a", value: "x" }], []],
  ["what was acknowledged and is gone", [put(1, "a", "x"), done(1)], [], ["lost"]],
  [
    "a change that was acknowledged and is undone",
    [put(1, "a", "x"), done(1), put(2, "a", "y"), done(2)],
    [{ key: "a", value: "x" }],
    ["lost"],
  ],
  [
    "a removal that was acknowledged and is undone",
    [put(1, "a", "x"), done(1), put(2, "a", null), done(2)],
    [{ key: "a", value: "x" }],
    ["lost"],
  ],
  [
    "an attempt that was given up and won over a later write",
    [put(1, "a", "x"), unclear(1), done(1), put(2, "a", "y"), done(2)],
    [{ key: "a", value: "x" }],
    ["late"],
  ],
  [
    "what nobody asked for",
    [put(1, "a", "x"), done(1)],
    [
      { key: "a", value: "x" },
      { key: "b", value: "x" },
    ],
    ["phantom"],
  ],
  ["a value that nobody asked for", [put(1, "a", "x"), done(1)], [{ key: "a", value: "z" }], ["phantom"]],
  [
    "what is there twice",
    [put(1, "a", "x"), done(1)],
    [
      { key: "a", value: "x" },
      { key: "a", value: "x" },
    ],
    ["doubled"],
  ],
  ["what was refused and is not there", [put(1, "a", "x"), refused(1)], [], ["refused"]],
])("the finding for %s is correct", (_name, entries, stored, expected) => {
  expect(kinds(entries, stored)).toEqual(expected);
});

test.each<[string, Fact[]]>([
  ["there", [{ key: "a", value: "x" }]],
  ["not there", []],
])("a write that was never acknowledged may be %s, and is reported as unfinished", (_name, stored) => {
  expect(kinds([put(1, "a", "x"), unclear(1)], stored)).toEqual(["unfinished"]);
});
