import { expect, test } from "vitest";
import { circlesIn, folderCirclesIn } from "./circles.ts";

function file(path: string, ...needs: string[]) {
  return { path, needs };
}

test("a circle of files is reported with its path", () => {
  expect(circlesIn([file("a", "b"), file("b", "c"), file("c", "a")])).toEqual([["a", "b", "c", "a"]]);
  expect(circlesIn([file("a", "a")])).toEqual([["a", "a"]]);
});

test("a file that two others need is not a circle", () => {
  expect(circlesIn([file("a", "b", "c"), file("b", "d"), file("c", "d"), file("d")])).toEqual([]);
});

test("a circle that is reached through other files is found", () => {
  expect(circlesIn([file("a", "b"), file("b", "c"), file("c", "b"), file("d", "a")])).toEqual([["b", "c", "b"]]);
});

test("a circle of folders of a lib is reported although their files form none", () => {
  const circle = ["libs/x/src/bus", "libs/x/src/store", "libs/x/src/bus"];
  const files = [file("libs/x/src/bus/a.ts", "libs/x/src/store/b.ts"), file("libs/x/src/store/c.ts", "libs/x/src/bus/d.ts")];
  expect(circlesIn(files)).toEqual([]);
  expect(folderCirclesIn(files)).toEqual([circle]);
});

test("a folder and its subfolder that need each other are reported", () => {
  const files = [file("libs/x/src/a.ts", "libs/x/src/bus/b.ts"), file("libs/x/src/bus/c.ts", "libs/x/src/d.ts")];
  expect(folderCirclesIn(files)).toEqual([["libs/x/src", "libs/x/src/bus", "libs/x/src"]]);
});

test("an entry point, the composition of a service, tests and other projects form no circle of folders", () => {
  const files = [
    file("libs/x/src/index.ts", "libs/x/src/bus/b.ts"),
    file("libs/x/src/bus/c.ts", "libs/x/src/d.ts", "libs/y/src/bus/e.ts"),
    file("libs/y/src/bus/f.ts", "libs/x/src/bus/b.ts"),
    file("libs/x/src/d.test.ts", "libs/x/src/bus/b.ts"),
    file("apps/z/src/module.ts", "apps/z/src/noun/a.ts"),
    file("apps/z/src/noun/b.ts", "apps/z/src/context.ts"),
    file("apps/z/src/context.ts", "apps/z/src/noun/c.ts"),
  ];
  expect(folderCirclesIn(files)).toEqual([]);
});
