import type { NamedUser, CommentAnnotation as Thread, ThreadComment } from "@parley/sdk";

const longest = 80;

/** The title of a thread: the beginning of its first comment, or its id if that has no text. */
export function threadTitle({ annotationId, comments }: Pick<Thread, "annotationId" | "comments">): string {
  const line = comments[0]?.commentText.trim().split("\n", 1)[0] ?? "";
  if (line === "") return `Thread ${annotationId}`;
  const letters = [...line];
  return letters.length <= longest ? line : `${letters.slice(0, longest).join("").trimEnd()}…`;
}

/** The people of a thread: its authors, those whom it tags, and the assignee, each as they were named first. */
export function peopleOf(comments: readonly ThreadComment[], assignedTo: NamedUser | undefined): NamedUser[] {
  const named = comments.flatMap(({ from, taggedUserContacts }) => [from, ...taggedUserContacts.map(({ contact }) => contact)]);
  const people = new Map<string, NamedUser>();
  for (const person of [...named, ...(assignedTo === undefined ? [] : [assignedTo])]) {
    if (!people.has(person.userId)) people.set(person.userId, person);
  }
  return [...people.values()];
}
