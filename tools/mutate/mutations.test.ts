import { expect, test } from "vitest";
import { workspaceRoot } from "../workspace-root.ts";
import { mutations } from "./mutation.ts";
import { mutationProblems } from "./mutation-problems.ts";

test("every declared mutation applies to the current sources, and there are at most 60", () => {
  expect(mutationProblems(mutations, workspaceRoot)).toEqual([]);
  expect(mutations.length).toBeLessThanOrEqual(60);
});

test("a declaration is refused whose name, file, text or test is not there, or that changes nothing", () => {
  const [sound] = mutations.slice(0, 1);
  if (sound === undefined) throw new Error("There is no mutation.");
  const wrong = [
    { ...sound, file: "src/none.ts" },
    { ...sound, text: "no such text" },
    { ...sound, text: "e" },
    { ...sound, replacement: sound.text },
    { ...sound, noticedBy: [] },
    { ...sound, noticedBy: ["src/none.test.ts"] },
    { ...sound, tests: "no such test" },
  ];

  for (const each of wrong) expect(mutationProblems([each], workspaceRoot), JSON.stringify(each)).toHaveLength(1);
  expect(mutationProblems([sound, sound], workspaceRoot)).toEqual([`${sound.name} is declared twice.`]);
});
