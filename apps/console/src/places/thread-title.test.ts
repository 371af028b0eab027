import type { ThreadComment } from "@parley/sdk";
import { expect, test } from "vitest";
import { threadTitle } from "./thread-title.ts";

const titleOf = (commentText: string) => threadTitle({ annotationId: "a1", comments: [{ commentText } as ThreadComment] });

test("a thread is called what its first comment begins with, and cut between letters", () => {
  expect(titleOf(" There is a typo.\nLook. ")).toBe("There is a typo.");
  expect(titleOf("😀".repeat(90))).toBe(`${"😀".repeat(80)}…`);
});

test("a thread without words is called by its id", () => {
  expect(titleOf("")).toBe("Thread a1");
  expect(threadTitle({ annotationId: "a1", comments: [] })).toBe("Thread a1");
});
