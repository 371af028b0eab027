import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";
import type { Mutation } from "./mutation.ts";
import { mutationProblems } from "./mutation-problems.ts";
import { mutations } from "./mutations/index.ts";

let root: string;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "parley-mutations-"));
  await mkdir(join(root, "src"));
  await writeFile(join(root, "src/sum.ts"), "a + b; a + a;");
  await writeFile(join(root, "src/sum.test.ts"), 'test("a sum is right");');
});

afterAll(() => rm(root, { recursive: true, force: true }));

const sound: Mutation = {
  name: "sum-is-a-difference",
  file: "src/sum.ts",
  text: "a + b",
  replacement: "a - b",
  noticedBy: ["src/sum.test.ts"],
  tests: "a sum",
};

test("every declared mutation applies to the current sources, and there are at most 60", () => {
  expect(mutationProblems(mutations, workspaceRoot)).toEqual([]);
  expect(mutations.length).toBeLessThanOrEqual(60);
});

test.each<[string, Partial<Mutation>]>([
  ["src/none.ts does not exist", { file: "src/none.ts" }],
  ["occurs 2 times", { text: "a +" }],
  ["occurs 0 times", { text: "a * b" }],
  ["changes nothing", { replacement: "a + b" }],
  ["no test has to notice it", { noticedBy: [] }],
  ["src/none.test.ts does not exist", { noticedBy: ["src/none.test.ts"] }],
  ['is named "a product"', { tests: "a product" }],
])("a declaration of which %s is refused", (problem, wrong) => {
  expect(mutationProblems([sound], root)).toEqual([]);
  expect(mutationProblems([{ ...sound, ...wrong }], root)).toEqual([expect.stringContaining(problem)]);
});

test("two mutations of one name are refused", () => {
  expect(mutationProblems([sound, sound], root)).toEqual(["sum-is-a-difference is declared twice."]);
});
