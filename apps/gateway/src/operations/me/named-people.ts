import type { NamedPerson } from "../reach.ts";

interface Person {
  readonly userId: string;
}

interface Content {
  readonly taggedUserContacts?: readonly Person[] | undefined;
}

interface Thread {
  readonly assignedTo?: Person | null | undefined;
  readonly commentData?: readonly Content[];
}

interface Request {
  readonly commentAnnotations?: readonly Thread[];
  readonly commentData?: readonly Content[];
  readonly updatedData?: (Content & Pick<Thread, "assignedTo">) | undefined;
}

/** The people in a request about threads or comments: mentioned users and assignees. */
export function* namedPeople(data: object): Generator<NamedPerson> {
  const { commentAnnotations = [], commentData, updatedData } = data as Request;
  for (const [index, thread] of commentAnnotations.entries()) {
    const at = `commentAnnotations[${index}]`;
    if (thread.assignedTo) yield { userId: thread.assignedTo.userId, field: `${at}.assignedTo.userId` };
    yield* tagged(thread.commentData, `${at}.commentData`);
  }
  yield* tagged(commentData, "commentData");
  if (updatedData === undefined) return;
  if (updatedData.assignedTo) yield { userId: updatedData.assignedTo.userId, field: "updatedData.assignedTo.userId" };
  yield* taggedIn(updatedData, "updatedData");
}

function* tagged(contents: readonly Content[] | undefined, field: string): Generator<NamedPerson> {
  for (const [index, content] of (contents ?? []).entries()) yield* taggedIn(content, `${field}[${index}]`);
}

function* taggedIn({ taggedUserContacts = [] }: Content, field: string): Generator<NamedPerson> {
  for (const [index, { userId }] of taggedUserContacts.entries()) yield { userId, field: `${field}.taggedUserContacts[${index}].userId` };
}
