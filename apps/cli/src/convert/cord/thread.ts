import { createHash } from "node:crypto";
import { UsageError } from "../../terminal/problem.ts";
import { type FoundComment, type FoundThread, resolved } from "../model/found.ts";
import { isPresent, type Json, object, objects, text } from "../model/json.ts";
import { isId } from "../model/people.ts";
import { whole, without } from "../model/reading.ts";
import type { Context } from "../model/source.ts";
import { contentOf } from "./content.ts";

// biome-ignore format: a list of names
const threadKeys = new Set([
  "id", "organizationID", "groupID",
  // Fields derived from the messages, and fields of momentary state.
  "total", "userMessages", "actionMessages", "deletedMessages", "participants", "repliers", "mentioned", "actionMessageRepliers", "typing",
]);

export function threadOf(thread: Json, comments: readonly FoundComment[], context: Context): FoundThread {
  const read = { item: thread, thing: "thread", example: text(thread.id), settled: threadKeys };
  return context.leftOut.reading(read, (item) => keptThread(item, comments, context));
}

function keptThread(
  thread: Json,
  comments: readonly FoundComment[],
  { organizationId: given, documentId: document, documentKey }: Context,
): FoundThread {
  const annotationId = text(thread.id);
  const location = whole(object(thread.location));
  const organizationId = text(thread.groupID) || text(thread.organizationID) || given;
  if (organizationId === undefined)
    throw new UsageError(`The group of the thread ${annotationId} is unknown: give an organization with --organization.`);
  const documentId = documentKey === undefined ? document : text(location[documentKey]) || document;
  if (documentId === undefined) {
    const keys = Object.keys(location).join(", ") || "none";
    throw new UsageError(
      `The document of the thread ${annotationId} is unknown: give a key of its location with --document-key (it has ${keys}), or --document.`,
    );
  }
  const name = text(thread.name);
  const url = text(thread.url);
  const own = { ...(name === "" ? {} : { name }), ...(url === "" ? {} : { url }) };
  return {
    organizationId,
    documentId,
    annotationId,
    status: thread.resolved === true ? resolved : undefined,
    priority: undefined,
    type: "",
    // Parley finds threads by the id of their location, so the id is made of the location's keys and values in a fixed order.
    location: isPresent(location) ? { ...location, id: locationIdOf(location) } : undefined,
    assignedTo: undefined,
    createdAt: undefined,
    metadata: { ...own, ...whole(object(thread.metadata)) },
    comments,
  };
}

function locationIdOf(location: Json): string {
  const parts = Object.keys(location)
    .sort()
    .map((key) => `${key}=${text(location[key]) || String(location[key])}`);
  const id = parts.join("&");
  return isId(id) ? id : createHash("sha256").update(id).digest("hex");
}

// The plain text repeats the content, and so do the children of a mention.
// biome-ignore format: a list of names
const messageKeys = new Set(["id", "organizationID", "groupID", "threadID", "plaintext", "type", "skipLinkPreviews"]);

/** Converts a message; returns none if it was deleted, or written by Cord itself. */
export function messageOf(message: Json, context: Context): FoundComment[] {
  const where = `${text(message.threadID)} ${text(message.id)}`;
  if (isPresent(message.deletedTimestamp) || message.type === "action_message") {
    context.leftOut.count(message.type === "action_message" ? "message of an action" : "deleted message", where);
    return [];
  }
  const read = { item: message, thing: "message", example: where, settled: messageKeys };
  return [context.leftOut.reading(read, (item) => keptMessage(item, where, context))];
}

function keptMessage(message: Json, where: string, { people, leftOut, times }: Context): FoundComment {
  const content = contentOf(message.content, (userId) => people.nameOf(userId));
  for (const kind of content.unknown) leftOut.count(`content: node ${kind}, whose text is kept`, where);
  for (const url of content.unlinked) leftOut.count("address of a link that cannot be linked, whose text is kept", `${where} ${url}`);
  return {
    commentId: text(message.id),
    from: { userId: text(message.authorID) },
    text: content.text || text(message.plaintext),
    html: content.html,
    createdAt: times.of(message.createdTimestamp, `The time of the message ${where}`),
    tagged: content.mentioned.map((userId) => ({ person: { userId }, text: `@${people.nameOf(userId)}` })),
    attachments: objects(message.attachments).map(attachmentOf),
    reactions: objects(message.reactions).map(({ reaction, userID }) => ({ reaction: text(reaction), person: { userId: text(userID) } })),
    metadata: whole(object(message.metadata)),
  };
}

/** Converts a file, a screenshot, an annotation of a page or a link preview. Fields that Parley does not have keep their names. */
function attachmentOf(attachment: Json): Json {
  const own = without(attachment, ["screenshot"]);
  const { id, name, title, url, mimeType, size, ...more } = { ...whole(object(attachment.screenshot)), ...own };
  const texts = {
    attachmentId: text(id),
    name: text(name) || text(title) || text(attachment.type),
    url: text(url),
    mimeType: text(mimeType),
  };
  const sized = typeof size === "number" && Number.isSafeInteger(size) && size >= 0 ? { size } : {};
  const given = Object.entries({ ...more, ...texts }).filter(([, value]) => isPresent(value));
  return { ...Object.fromEntries(given), ...sized };
}
