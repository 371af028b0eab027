import type { ThreadComment } from "@parley/sdk";
import { expect, test } from "vitest";
import { threadTitle } from "./thread-title.ts";

const titleOf = (commentText: string) => threadTitle({ annotationId: "a1", comments: [{ commentText } as ThreadComment] });

test("a thread's title is the beginning of its first comment, cut between characters", () => {
  expect(titleOf(" There is a typo.\nLook. ")).toBe("There is a typo.");
  expect(titleOf("😀".repeat(90))).toBe(`${"😀".repeat(80)}…`);
});

test("a thread without text has its id as title", () => {
  expect(titleOf("")).toBe("Thread a1");
  expect(threadTitle({ annotationId: "a1", comments: [] })).toBe("Thread a1");
});
