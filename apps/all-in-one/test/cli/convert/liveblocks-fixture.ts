import { type DescribedComment, type Part, threads } from "./described.ts";

// Answers of `GET /v2/rooms` and `GET /v2/rooms/{roomId}/threads`, according to the published types of threads, comments and bodies.

const rooms = [...new Map(threads.map(({ document, organization }) => [document, organization]))];

const iso = (ms: number) => new Date(ms).toISOString();

function inline(part: Part) {
  if ("mention" in part) return { type: "mention", kind: "user", id: part.mention.id };
  if ("url" in part) return { type: "link", url: part.url, text: part.text };
  return part.bold ? { text: part.text, bold: true } : { text: part.text };
}

function commentOf(threadId: string, roomId: string, comment: DescribedComment) {
  const { id, author, parts, createdAt, attachment, reactions, metadata } = comment;
  return {
    type: "comment",
    threadId,
    roomId,
    id,
    userId: author.id,
    createdAt: iso(createdAt),
    reactions: reactions.flatMap(({ emoji, people }, index): object[] => {
      const reaction = { emoji, createdAt: iso(createdAt) };
      // One entry for an emoji in the types for JavaScript, and one for each user in those for Python.
      if (index === 0) return [{ ...reaction, users: people.map((each) => ({ id: each.id })) }];
      return people.map((each) => ({ ...reaction, userId: each.id }));
    }),
    attachments:
      attachment === undefined
        ? []
        : [{ type: "attachment", id: attachment.id, name: attachment.name, size: attachment.size, mimeType: attachment.mimeType }],
    metadata,
    body: { version: 1, content: [{ type: "paragraph", children: parts.map(inline) }] },
  };
}

export function roomsPage(startingAfter: string | null): object {
  const half = Math.ceil(rooms.length / 2);
  const page = startingAfter === null ? rooms.slice(0, half) : rooms.slice(half);
  const data = page.map(([id, organizationId]) => ({
    type: "room",
    id,
    organizationId,
    lastConnectionAt: iso(0),
    createdAt: iso(0),
    metadata: { team: "blue", id: "theirs" },
    defaultAccesses: ["room:write"],
    groupsAccesses: {},
    usersAccesses: {},
  }));
  return { nextCursor: startingAfter === null ? "second" : null, data };
}

export function threadsOfRoom(roomId: string): object {
  const data = threads
    .filter(({ document }) => document === roomId)
    .map(({ id, createdAt, resolved, metadata, comments }) => ({
      type: "thread",
      id,
      roomId,
      createdAt: iso(createdAt),
      updatedAt: iso(createdAt),
      comments: comments.map((comment) => commentOf(id, roomId, comment)),
      metadata,
      resolved,
      visibility: "public",
    }));
  return { data: roomId === rooms[0]?.[0] ? [...data, ...lost(roomId)] : data };
}

function lost(roomId: string): object[] {
  const thread = { type: "thread", roomId, createdAt: iso(1), updatedAt: iso(1), metadata: {}, resolved: false };
  const comment = { type: "comment", roomId, userId: "person-0", createdAt: iso(1), reactions: [], attachments: [], metadata: {} };
  const group = { type: "mention", kind: "group", id: "designers" };
  // A group that the customer keeps, so that it is not found.
  const foreign = { type: "mention", kind: "group", id: "writers" };
  const body = {
    version: 1,
    content: [
      { type: "paragraph", children: [{ text: "Hello " }, group] },
      { type: "table", children: [{ text: "x" }] },
    ],
  };
  return [
    { ...thread, id: "private", visibility: "private", comments: [{ ...comment, id: "1", body }] },
    { ...thread, id: "gone", comments: [{ ...comment, id: "1", deletedAt: iso(2) }] },
    {
      ...thread,
      id: "group",
      comments: [
        { ...comment, id: "1", body, editedAt: iso(5) },
        { ...comment, id: "2", deletedAt: iso(2) },
        { ...comment, id: "3", createdAt: iso(3), body: { version: 1, content: [{ type: "paragraph", children: [foreign] }] } },
      ],
    },
  ];
}

/** The answer of `GET /v2/groups/designers`. */
export const designers = {
  type: "group",
  id: "designers",
  organizationId: "acme",
  tenantId: "acme",
  createdAt: iso(0),
  updatedAt: iso(0),
  scopes: { mention: true },
  members: [
    { id: "person-1", addedAt: iso(0) },
    { id: "person-2", addedAt: iso(0) },
  ],
};

const attached = threads.flatMap(({ comments }) => comments).filter(({ attachment }) => attachment !== undefined).length;

// The first emoji of a comment has one entry, and the others have one for each user.
const reactions = threads
  .flatMap(({ comments }) => comments.flatMap((each) => each.reactions.map(({ people }, index) => (index === 0 ? 1 : people.length))))
  .reduce((sum, entries) => sum + entries, 0);

export const liveblocksLeftOut = {
  "comment: reactions.createdAt": reactions,
  "private thread": 1,
  "deleted comment": 2,
  "thread without a comment that can be stored": 1,
  "mention of a group, whose name stays in the text": 2,
  "group: createdAt": 1,
  "group: updatedAt": 1,
  "group: scopes": 1,
  "group: members.addedAt": 2,
  "body: element table, whose text is kept": 1,
  "comment: editedAt": 1,
  "room: defaultAccesses": rooms.length,
  "room: createdAt": rooms.length,
  "room: lastConnectionAt": rooms.length,
  "thread: updatedAt": threads.length + 2,
  "room: metadata.id, a name that Parley uses itself": rooms.length,
  "file of an attachment: its address expires": attached,
};
