import type { CommentAnnotation as Thread } from "@parley/sdk";

const longest = 80;

/** The title of a thread: the beginning of its first comment, or its id if that has no text. */
export function threadTitle({ annotationId, comments }: Pick<Thread, "annotationId" | "comments">): string {
  const line = comments[0]?.commentText.trim().split("\n", 1)[0] ?? "";
  if (line === "") return `Thread ${annotationId}`;
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest).join("").trimEnd()}…`;
}
