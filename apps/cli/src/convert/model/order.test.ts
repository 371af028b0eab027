import { expect, test } from "vitest";
import { FileOrder, oldestFirst } from "./order.ts";

type Comment = readonly [id: string, time: number];

const ordered = (comments: readonly Comment[], isFileNewestFirst = false) =>
  oldestFirst(comments, { timeOf: ([, time]) => time, isRoot: ([id]) => id === "root", isFileNewestFirst })
    .map(([id]) => id)
    .join(" ");

test("of comments with the same time the root comes first, wherever the list has it", () => {
  expect(
    ordered([
      ["b", 1],
      ["root", 1],
      ["a", 1],
    ]),
  ).toBe("root b a");
  expect(
    ordered([
      ["b", 5],
      ["a", 5],
      ["root", 5],
      ["before", 2],
    ]),
  ).toBe("before root a b");
});

test("a list with the newest first is reversed, also where times are equal", () => {
  expect(
    ordered([
      ["d", 9],
      ["c", 4],
      ["b", 4],
      ["a", 1],
    ]),
  ).toBe("a b c d");
  expect(
    ordered([
      ["a", 1],
      ["b", 4],
      ["c", 4],
      ["d", 9],
    ]),
  ).toBe("a b c d");
});

test("equal times follow the whole file where a thread does not show its order, and else keep the order of the source", () => {
  expect(
    ordered(
      [
        ["b", 4],
        ["a", 4],
      ],
      true,
    ),
  ).toBe("a b");
  expect(
    ordered([
      ["a", 4],
      ["b", 4],
    ]),
  ).toBe("a b");
  expect(
    ordered(
      [
        ["a", 4],
        ["b", 4],
        ["c", 5],
      ],
      true,
    ),
  ).toBe("a b c");
  expect(
    ordered(
      [
        ["x", 9],
        ["a", 4],
        ["b", 4],
        ["c", 5],
      ],
      true,
    ),
  ).toBe("a b c x");
});

test("a file lists the newest first if times fall and never rise within its lists", () => {
  const order = new FileOrder();
  for (const list of [
    [5, 5, 3],
    [9, 4],
  ]) {
    order.begin();
    for (const time of list) order.add(time);
  }

  expect(order.isNewestFirst).toBe(true);
});
