import type { Customer } from "../../support/customer.ts";
import { type DescribedComment, type DescribedThread, htmlText, mentionedIn, people, plainText, threads } from "./described.ts";

/** How the threads of a source look in Parley where sources differ. */
export interface Differences {
  readonly html?: (comment: DescribedComment) => string;
  readonly attachment?: (attachment: NonNullable<DescribedComment["attachment"]>) => object;
  readonly thread?: (thread: DescribedThread, index: number) => object;
  readonly comment?: (comment: DescribedComment, place: number, thread: DescribedThread) => object;
}

/** The expected threads in Parley, by id. */
export function expectedThreads(differences: Differences): Map<string, object> {
  return new Map(threads.map((thread, index) => [thread.id, expectedThread(thread, index, differences)]));
}

function expectedThread(
  thread: DescribedThread,
  index: number,
  { html = htmlText, attachment = (each) => each, thread: more, comment: moreOf }: Differences,
): object {
  const { id, organization, document, resolved, createdAt, metadata, comments } = thread;
  return {
    annotationId: id,
    organizationId: organization,
    documentId: document,
    status: resolved ? "RESOLVED" : "OPEN",
    priority: undefined,
    type: undefined,
    location: null,
    assignedTo: undefined,
    createdAt,
    metadata,
    comments: comments.map((comment, place) => ({
      commentId: comment.id,
      from: userOf(comment.author.id),
      commentText: plainText(comment),
      commentHtml: html(comment),
      createdAt: comment.createdAt,
      tagged: mentionedIn(comment).map((each) => ({ text: `@${each.name}`, ...userOf(each.id) })),
      attachments: comment.attachment === undefined ? [] : [attachment(comment.attachment)],
      reactions: comment.reactions.flatMap(({ emoji, people: from }) => from.map((each) => `${each.id} ${emoji}`)).sort(),
      metadata: comment.metadata,
      ...moreOf?.(comment, place, thread),
    })),
    ...more?.(thread, index),
  };
}

export function userOf(id: string) {
  const found = people.find((each) => each.id === id);
  return { userId: `${id}-here`, name: found?.name, email: found?.email };
}

/** The stored threads in the same form. */
export async function storedThreads(customer: Customer): Promise<Map<string, object>> {
  const found = new Map<string, object>();
  for (const organizationId of ["acme", "globex"]) {
    for (let pageToken: string | undefined; pageToken !== null; ) {
      const { body } = await customer.post("/v2/commentannotations/get", {
        organizationId,
        usersAsGiven: true,
        pageSize: 1_000,
        pageToken,
      });
      for (const thread of body.result.data) found.set(thread.annotationId, storedThread(thread));
      pageToken = body.result.nextPageToken;
    }
  }
  return found;
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of the interface
function storedThread(thread: any): object {
  const { apiKey: _key, organizationId: _organization, documentId: _document, folderId: _folder, ...metadata } = thread.metadata;
  const { annotationId, organizationId, documentId, status, priority, type, location, assignedTo, createdAt } = thread;
  const { targetElement, context, positionX } = thread;
  const shown = { targetElement, context, positionX };
  const own = { annotationId, organizationId, documentId, status: status.id, priority, type, location, assignedTo, createdAt, metadata };
  return { ...own, ...shown, comments: thread.comments.map(storedComment) };
}

// biome-ignore lint/suspicious/noExplicitAny: an answer of the interface
function storedComment(comment: any): object {
  const { commentId, from, commentText, commentHtml, createdAt, taggedUserContacts, attachments, reactionAnnotations, metadata } = comment;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const tagged = taggedUserContacts.map(({ text, contact }: any) => ({ text, ...contact }));
  const reactions = reactionAnnotations
    // biome-ignore lint/suspicious/noExplicitAny: as above
    .flatMap(({ icon, fromUsers }: any) => fromUsers.map(({ from }: any) => `${from.userId.replace("-here", "")} ${icon}`))
    .sort();
  return { commentId, from, commentText, commentHtml, createdAt, tagged, attachments, reactions, metadata };
}
