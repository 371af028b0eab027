import { type DescribedComment, type DescribedPerson, type DescribedThread, mentionedIn, threads } from "./described.ts";

// Answers of the original's `/v2/commentannotations/get`, with the fields of its published models.

const user = ({ id, name, email }: DescribedPerson) => ({ userId: id, name, email });

/** A text names the users that it tags by their ids in braces. */
function braces({ parts }: DescribedComment): string {
  return parts.map((part) => ("mention" in part ? `{{${part.mention.id}}}` : part.text)).join("");
}

function commentOf(comment: DescribedComment) {
  const { id, author, createdAt, attachment, reactions, metadata } = comment;
  return {
    commentId: Number(id),
    type: "text",
    commentText: braces(comment),
    commentHtml: `<div>${braces(comment)}</div>`,
    from: user(author),
    to: [],
    status: "added",
    createdAt: new Date(createdAt).toISOString(),
    lastUpdated: new Date(createdAt).toISOString(),
    attachments:
      attachment === undefined
        ? []
        : [
            {
              attachmentId: Number(attachment.id),
              name: attachment.name,
              mimeType: attachment.mimeType,
              size: attachment.size,
              url: attachment.url,
              bucketPath: "a/b",
            },
          ],
    recorders: [],
    reactionAnnotationIds: reactions.map((_, index) => `${id}-${index}`),
    reactionAnnotations: reactions.map(({ emoji, people }, index) => {
      const annotation = { annotationId: `${id}-${index}`, icon: emoji };
      // The first form is that of the published answers, the others occur in its models.
      if (index === 0) return { ...annotation, fromUsers: people.map((each) => ({ lastUpdated: createdAt, from: user(each) })) };
      if (index === 1) return { ...annotation, fromUsers: people.map(user) };
      return { ...annotation, reactions: people.map((each) => ({ from: user(each) })) };
    }),
    taggedUserContacts: mentionedIn(comment).map((each) => ({ text: `@${each.name}`, userId: each.id, contact: user(each) })),
    customList: [],
    toOrganizationUserGroup: [],
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
}

function annotationOf(thread: DescribedThread, index: number) {
  const { id, organization, document, resolved, createdAt, metadata, comments } = thread;
  return {
    annotationId: id,
    comments: comments.map(commentOf),
    from: comments[0] && user(comments[0].author),
    color: "#00FF00",
    createdAt,
    lastUpdated: createdAt,
    status: resolved
      ? { id: "RESOLVED", name: "Resolved", color: "#00ff00", type: "terminal" }
      : { id: "OPEN", name: "Open", color: "#0000FF", type: "default" },
    ...(index % 8 === 0
      ? { priority: { id: "P1", name: "High", color: "#ff0000" }, assignedTo: comments[0] && user(comments[0].author) }
      : {}),
    ...(index % 5 === 0
      ? { location: { id: "page-1", locationName: "Page 1", version: { id: "v1", name: "First" } }, locationId: 1234 }
      : {}),
    type: "comment",
    visibilityConfig: { type: "public" },
    context: { cell: `B${index}` },
    targetElement: { elementId: "chart" },
    positionX: 0,
    positionY: "12 %",
    involvedUserIds: comments.map(({ author }) => author.id),
    metadata: {
      ...metadata,
      apiKey: "their-key",
      organizationId: `internal-${organization}`,
      clientOrganizationId: organization,
      documentId: `internal-${document}`,
      clientDocumentId: document,
      folderId: "reports",
      documentMetadata: { documentName: `Name of ${document}` },
    },
    ...(index === 1 ? { views: { count: 3 }, subscribedUsers: { a: { type: "auto" } } } : {}),
  };
}

const lost = [
  { annotationId: "a-draft", isDraft: true, comments: [] },
  { annotationId: "of-an-agent", agent: { agentName: "Bot" }, comments: [] },
  { annotationId: "of-few", visibilityConfig: { type: "restricted", userIds: ["a"] }, comments: [] },
  {
    annotationId: "empty",
    comments: [
      { commentId: 1, commentText: "", from: { userId: "a" } },
      { commentId: 2, isDraft: true, commentText: "x" },
    ],
    metadata: { clientOrganizationId: "acme", clientDocumentId: "document-0-acme" },
  },
].map((annotation) => ({ metadata: { clientOrganizationId: "acme", clientDocumentId: "document-0-acme" }, ...annotation }));

const pageSize = 60;

/** The pages of an organization by their tokens. */
export function originalPage(organization: string, pageToken = "0"): object {
  const all = [
    ...threads.map(annotationOf).filter((_, index) => threads[index]?.organization === organization),
    ...(organization === "acme" ? lost : []),
  ];
  const start = Number(pageToken);
  const nextPageToken = start + pageSize < all.length ? String(start + pageSize) : undefined;
  const data = [...all.slice(start, start + pageSize), null];
  return {
    result: {
      status: "success",
      message: "Annotations fetched successfully.",
      data,
      ...(nextPageToken === undefined ? {} : { nextPageToken }),
    },
  };
}

// The first emoji of a comment has the time of each user.
const timed = threads.flatMap(({ comments }) => comments.flatMap(({ reactions }) => reactions[0]?.people ?? [])).length;

export const originalLeftOut = {
  "comment: reactionAnnotations.fromUsers.lastUpdated": timed,
  "draft of a thread": 1,
  "suggestion of an agent": 1,
  "thread that only some may read": 1,
  "draft of a comment": 1,
  "comment without text, HTML or attachment": 1,
  "thread without a comment that can be stored": 1,
  "thread: views": 1,
  "thread: subscribedUsers": 1,
};
