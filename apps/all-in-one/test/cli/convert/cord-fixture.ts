import { type DescribedComment, mentionedIn, type Part, people, threads } from "./described.ts";

// Answers of `GET /v1/users`, `/v1/groups`, `/v1/threads` and `/v1/threads/{id}/messages`, according to the published types of the server
// API.

const iso = (ms: number) => new Date(ms).toISOString();

function node(part: Part) {
  if ("mention" in part) return { type: "mention", user: { id: part.mention.id }, children: [{ text: `@${part.mention.name}` }] };
  if ("url" in part) return { type: "link", url: part.url, children: [{ text: part.text }] };
  return part.bold ? { text: part.text, bold: true } : { text: part.text };
}

function messageOf(threadID: string, groupID: string, comment: DescribedComment) {
  const { id, author, parts, createdAt, attachment, reactions, metadata } = comment;
  return {
    id,
    authorID: author.id,
    organizationID: groupID,
    groupID,
    threadID,
    content: [{ type: "p", children: parts.map(node) }],
    plaintext: "",
    url: null,
    createdTimestamp: iso(createdAt),
    deletedTimestamp: null,
    updatedTimestamp: null,
    iconURL: null,
    translationKey: null,
    type: "user_message",
    metadata,
    extraClassnames: null,
    attachments:
      attachment === undefined
        ? []
        : [
            {
              type: "file",
              id: attachment.id,
              name: attachment.name,
              url: attachment.url,
              mimeType: attachment.mimeType,
              size: attachment.size,
              uploadStatus: "uploaded",
            },
          ],
    reactions: reactions.flatMap(({ emoji, people: from }) =>
      from.map((each) => ({ reaction: emoji, userID: each.id, timestamp: iso(createdAt) })),
    ),
    seenBy: [author.id],
    skipLinkPreviews: false,
  };
}

export const usersAnswer = {
  users: people.map(({ id, name, email }) => ({
    id,
    name,
    email,
    shortName: null,
    status: "active",
    profilePictureURL: null,
    metadata: {},
  })),
  pagination: { token: null, total: people.length },
};

export const groupsAnswer = {
  groups: ["acme", "globex"].map((id) => ({ id, name: id.toUpperCase(), status: "active", metadata: {}, connectedToSlack: false })),
  pagination: { token: null, total: 2 },
};

const half = 120;

export function threadsPage(token: string | null): object {
  const page = token === null ? threads.slice(0, half) : threads.slice(half);
  const found = page.map(({ id, organization, document, resolved, metadata, comments }) => ({
    id,
    organizationID: organization,
    groupID: organization,
    total: comments.length,
    userMessages: comments.length,
    actionMessages: 0,
    deletedMessages: 0,
    resolved,
    resolvedTimestamp: null,
    participants: [],
    subscribers: [],
    repliers: [],
    mentioned: comments.flatMap((comment) => mentionedIn(comment).map((each) => each.id)),
    actionMessageRepliers: [],
    typing: [],
    name: "A thread",
    url: "https://acme.example/",
    location: { page: document, section: 2 },
    metadata,
    extraClassnames: null,
  }));
  return { threads: found, pagination: { token: token === null ? "next" : null, total: threads.length } };
}

export function messagesOfThread(threadId: string): object[] {
  const thread = threads.find(({ id }) => id === threadId);
  if (thread === undefined) return [];
  const messages = thread.comments.map((comment) => messageOf(threadId, thread.organization, comment));
  const [first] = messages;
  if (threadId !== "t0") return messages;
  const action = { ...first, id: "action", type: "action_message", content: [] };
  const deleted = { ...first, id: "deleted", deletedTimestamp: iso(1) };
  const unknown = {
    ...first,
    id: "unknown-node",
    createdTimestamp: iso(1_800_000_000_000),
    reactions: [],
    attachments: [],
    metadata: {},
    content: [{ type: "poll", children: [{ text: "Which one?" }] }],
  };
  return [...messages, action, deleted, unknown];
}

const reacted = threads.flatMap(({ comments }) =>
  comments.flatMap(({ reactions }) => reactions.flatMap(({ people: from }) => from)),
).length;

export const cordLeftOut = {
  "message: reactions.timestamp": reacted,
  "message of an action": 1,
  "deleted message": 1,
  "content: node poll, whose text is kept": 1,
  "message: seenBy": threads.flatMap(({ comments }) => comments).length + 1,
};
