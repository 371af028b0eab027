import { UsageError } from "../../terminal/problem.ts";
import { type Found, type FoundComment, type FoundThread, resolved } from "../model/found.ts";
import { isObject, type Json, object, objects, text } from "../model/json.ts";
import { whole, without } from "../model/reading.ts";
import type { Answer, Context, Source, SourceClient } from "../model/source.ts";
import { groupsIn, saidIn } from "./body.ts";

/** Converts Liveblocks' responses of `GET /v2/rooms`, `GET /v2/rooms/{roomId}/threads` and `GET /v2/groups/{groupId}`. */
export const liveblocks: Source = {
  ask,
  read,
  filePath: ({ documentId }, attachmentId) => `/v2/rooms/${encodeURIComponent(documentId)}/attachments/${encodeURIComponent(attachmentId)}`,
};

const roomsAtOnce = 100;

async function* ask(client: SourceClient): AsyncGenerator<Answer> {
  const asked = new Set<string>();
  for (let cursor = ""; ; ) {
    const value = await client.get(`/v2/rooms?limit=${roomsAtOnce}${cursor === "" ? "" : `&startingAfter=${encodeURIComponent(cursor)}`}`);
    yield { value };
    for (const room of objects(object(value).data)) {
      const threads = await client.get(`/v2/rooms/${encodeURIComponent(text(room.id))}/threads`);
      yield* groupsOf(threads, client, asked);
      yield { value: threads };
    }
    const next = text(object(value).nextCursor);
    if (next === "" || next === cursor) return;
    cursor = next;
  }
}

/** The groups that threads mention, because their members are not in the comments. A group that Liveblocks does not keep is not found. */
async function* groupsOf(threads: unknown, client: SourceClient, asked: Set<string>): AsyncGenerator<Answer> {
  const bodies = objects(object(threads).data).flatMap(({ comments }) => objects(comments).map(({ body }) => body));
  for (const id of bodies.flatMap(groupsIn)) {
    if (asked.has(id)) continue;
    asked.add(id);
    const value = await client.find(`/v2/groups/${encodeURIComponent(id)}`);
    if (value !== null) yield { value };
  }
}

interface Groups {
  /** The members of the groups that were read before. */
  readonly members: Map<string, readonly string[]>;
}

async function* read(answers: AsyncIterable<Answer>, given: Context): AsyncGenerator<Found> {
  const context: Context & Groups = { ...given, members: new Map() };
  const organizations = new Map<string, string>();
  // In files the threads of a room may precede the room.
  const waiting: Json[] = [];
  for await (const { value } of answers) {
    for (const item of itemsOf(value, context)) {
      if (item.type === "room") yield roomOf(item, organizations, context);
      else if (item.type === "group") groupOf(item, context);
      else if (item.type !== "thread")
        throw new UsageError(`This is neither a room, a thread nor a group: ${JSON.stringify(item).slice(0, 100)}`);
      else if (organizations.has(text(item.roomId)) || context.organizationId !== undefined) yield* threadOf(item, organizations, context);
      else waiting.push(item);
    }
  }
  for (const item of waiting) yield* threadOf(item, organizations, context);
}

const pageKeys = new Set(["nextCursor", "nextPage"]);

function itemsOf(value: unknown, { leftOut }: Context): Json[] {
  if (Array.isArray(value)) return objects(value);
  const items = object(value).data;
  if (Array.isArray(items))
    return leftOut.reading({ item: object(value), thing: "response", example: "", settled: pageKeys }, ({ data }) => objects(whole(data)));
  if (isObject(value) && ["room", "thread", "group"].includes(text(value.type))) return [value];
  throw new UsageError(`This is not a response of Liveblocks with rooms or threads: ${(JSON.stringify(value) ?? "").slice(0, 100)}`);
}

// Keys that are read before, that say what an item is, or that repeat the item it is in.
const roomKeys = new Set(["type", "id", "organizationId", "tenantId"]);
// Keys of a document that an import sets itself, so that a room's metadata must not have them.
const documentKeys = ["id", "documentId", "documentName", "folderId", "disabled", "createdAt", "lastUpdated"];

function roomOf(room: Json, organizations: Map<string, string>, { organizationId, leftOut }: Context): Found {
  const documentId = text(room.id);
  const own = text(room.organizationId) || text(room.tenantId);
  // Rooms that were made without an organization are in the one named default.
  const organization = own === "" || own === "default" ? (organizationId ?? (own || undefined)) : own;
  if (organization === undefined)
    throw new UsageError(`The organization of the room ${documentId} is unknown: give it with --organization.`);
  organizations.set(documentId, organization);
  const metadata = leftOut.reading({ item: room, thing: "room", example: documentId, settled: roomKeys }, ({ metadata: given }) =>
    whole(object(given)),
  );
  for (const key of documentKeys)
    if (metadata[key] !== undefined) leftOut.count(`room: metadata.${key}, a name that Parley uses itself`, documentId);
  return { type: "document", organizationId: organization, documentId, more: without(metadata, documentKeys) };
}

const groupKeys = new Set(["type", "organizationId", "tenantId"]);

function groupOf(group: Json, { leftOut, members }: Context & Groups): void {
  const read = { item: group, thing: "group", example: text(group.id), settled: groupKeys };
  leftOut.reading(read, (item) => {
    members.set(
      text(item.id),
      objects(item.members).map(({ id }) => text(id)),
    );
  });
}

const threadKeys = new Set(["type", "id", "roomId", "visibility"]);

function* threadOf(thread: Json, organizations: ReadonlyMap<string, string>, context: Context & Groups): Generator<Found> {
  const annotationId = text(thread.id);
  const documentId = text(thread.roomId);
  const organizationId = organizations.get(documentId) ?? context.organizationId;
  if (organizationId === undefined) {
    throw new UsageError(
      `The organization of the room ${documentId} is unknown: add the responses of /v2/rooms, or give it with --organization.`,
    );
  }
  // Private threads are left out: Parley would show them to everyone who may read the document.
  if (thread.visibility === "private") return context.leftOut.count("private thread", annotationId);
  const read = { item: thread, thing: "thread", example: annotationId, settled: threadKeys };
  const found = context.leftOut.reading(
    read,
    (item): FoundThread => ({
      organizationId,
      documentId,
      annotationId,
      status: item.resolved === true ? resolved : undefined,
      priority: undefined,
      type: "",
      location: undefined,
      assignedTo: undefined,
      createdAt: context.times.of(item.createdAt, `The time of the thread ${annotationId}`),
      metadata: whole(object(item.metadata)),
      comments: objects(whole(item.comments)).flatMap((comment) => commentOf(comment, annotationId, context)),
    }),
  );
  yield { type: "thread", thread: found };
}

const commentKeys = new Set(["type", "id", "threadId", "roomId", "body.version", "attachments.type"]);

function commentOf(comment: Json, thread: string, context: Context & Groups): FoundComment[] {
  const where = `${thread} ${text(comment.id)}`;
  if (comment.deletedAt !== undefined && comment.deletedAt !== null) {
    context.leftOut.count("deleted comment", where);
    return [];
  }
  const read = { item: comment, thing: "comment", example: where, settled: commentKeys };
  return [context.leftOut.reading(read, (item) => keptComment(item, where, context))];
}

function keptComment(comment: Json, where: string, { people, leftOut, times, members }: Context & Groups): FoundComment {
  const said = saidIn(comment.body, (userId) => people.nameOf(userId), members);
  for (const group of said.groups) leftOut.count("mention of a group, whose name stays in the text", `${where} ${group}`);
  for (const kind of said.unknown) leftOut.count(`body: element ${kind || "without a type"}, whose text is kept`, where);
  for (const url of said.unlinked) leftOut.count("address of a link that cannot be linked, whose text is kept", `${where} ${url}`);
  return {
    commentId: text(comment.id),
    from: { userId: text(comment.userId) },
    text: said.text,
    html: said.html,
    createdAt: times.of(comment.createdAt, `The time of the comment ${where}`),
    tagged: said.mentioned.map(({ userId, text: named }) => ({ person: { userId }, text: named })),
    attachments: objects(comment.attachments).map(attachmentOf),
    reactions: objects(comment.reactions).flatMap(reactionsOf),
    metadata: whole(object(comment.metadata)),
  };
}

/** An emoji has a list of users in the types for JavaScript, and one user in those for Python and in the description of the API. */
function reactionsOf({ emoji, users, userId }: Json): FoundComment["reactions"] {
  const ids = Array.isArray(users) ? objects(users).map(({ id }) => id) : [userId];
  return ids.map((id) => ({ reaction: text(emoji), person: { userId: text(id) } }));
}

function attachmentOf({ id, name, size, mimeType }: Json): Json {
  const texts = { attachmentId: text(id), name: text(name), mimeType: text(mimeType) };
  return { ...texts, ...(typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? { size } : {}) };
}
