import type { NamedUser, ThreadComment } from "@parley/sdk";

/** The people of a thread: its authors, those whom it tags, and the assignee, each as they were named first. */
export function peopleOf(comments: readonly ThreadComment[], assignedTo: NamedUser | undefined): NamedUser[] {
  const named = comments.flatMap(({ from, taggedUserContacts }) => [from, ...taggedUserContacts.map(({ contact }) => contact)]);
  const people = new Map<string, NamedUser>();
  for (const person of [...named, ...(assignedTo === undefined ? [] : [assignedTo])]) {
    if (!people.has(person.userId)) people.set(person.userId, person);
  }
  return [...people.values()];
}
