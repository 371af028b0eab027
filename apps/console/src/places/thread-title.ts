import type { ThreadsListItem } from "@parley/sdk";

const longest = 80;

/** What a thread is called: how its first comment begins, or its id where that has no text. */
export function threadTitle({ annotationId, comments }: Pick<ThreadsListItem, "annotationId" | "comments">): string {
  const line = comments[0]?.commentText.trim().split("\n", 1)[0] ?? "";
  if (line === "") return `Thread ${annotationId}`;
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest).join("").trimEnd()}…`;
}
