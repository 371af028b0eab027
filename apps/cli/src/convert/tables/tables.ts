import { UsageError } from "../../terminal/problem.ts";
import { type Found, type FoundComment, type FoundThread, type Person, resolved } from "../model/found.ts";
import { isObject, isPresent, type Json, object, objects, text } from "../model/json.ts";
import { FileOrder, oldestFirst } from "../model/order.ts";
import { whole } from "../model/reading.ts";
import type { Answer, Context, Source } from "../model/source.ts";
import { at, type Mapping } from "./mapping.ts";

/** Converts rows of comments from CSV or JSON by a mapping of their fields. */
export function tables(mapping: Mapping): Source {
  return { ask: cannotAsk, read: (answers, context) => read(answers, mapping, context) };
}

async function* cannotAsk(): AsyncGenerator<Answer> {
  yield* [];
  throw new UsageError("This source is read from files: give a file or folder with --from.");
}

/**
 * Reads all rows before it yields a thread, because the rows of a thread may be anywhere. A reply in Figma, for example, names its root,
 * which may come before or after it.
 */
async function* read(answers: AsyncIterable<Answer>, mapping: Mapping, context: Context): AsyncGenerator<Found> {
  const threads = new Map<string, FoundThread[]>();
  const settled = new Set(mapping.ignore);
  const order = new FileOrder();
  for await (const { value } of answers) {
    const listed = rowsOf(value, mapping, context);
    // A list has an order of its own; rows of CSV and lines come one by one.
    if (listed.length > 1) order.begin();
    for (const row of listed) {
      const field = (name: string, item = row) => at(item, mapping.fields[name]);
      const where = `${text(field("annotationId"))} ${text(field("commentId"))}`;
      if (isPresent(field("skip"))) {
        context.leftOut.count("row that the mapping skips", where);
        continue;
      }
      const { thread, documentName } = context.leftOut.reading({ item: row, thing: "row", example: where, settled }, (item) => {
        field("skip", item);
        return { thread: threadOf(item, mapping, context), documentName: text(field("documentName", item)) };
      });
      order.add(timeOf(thread));
      if (documentName !== "") yield documentOf(thread, documentName);
      const key = JSON.stringify([thread.organizationId, thread.documentId, thread.annotationId]);
      const rows = threads.get(key);
      if (rows === undefined) threads.set(key, [thread]);
      else rows.push(thread);
    }
  }
  for (const rows of threads.values()) yield { type: "thread", thread: merged(rows, order.isNewestFirst) };
}

function rowsOf(value: unknown, { rows, ignore }: Mapping, { leftOut }: Context): Json[] {
  const read = { item: object(value), thing: "response", example: "", settled: new Set(ignore) };
  const found = rows === undefined ? value : leftOut.reading(read, (item) => whole(at(item, rows)));
  if (Array.isArray(found)) return objects(found);
  if (rows === undefined && isObject(value)) return [value];
  throw new UsageError(`There are no rows${rows === undefined ? "" : ` at ${rows}`} in ${(JSON.stringify(value) ?? "").slice(0, 100)}`);
}

function documentOf({ organizationId, documentId }: FoundThread, documentName: string): Found {
  return { type: "document", organizationId, documentId, more: { documentName } };
}

function threadOf(row: Json, mapping: Mapping, context: Context): FoundThread {
  const field = (name: string) => at(row, mapping.fields[name]);
  const annotationId = text(field("annotationId"));
  const organizationId = text(field("organizationId")) || context.organizationId;
  const documentId = text(field("documentId")) || context.documentId;
  if (organizationId === undefined)
    throw new UsageError(`The organization of ${annotationId} is unknown: map organizationId, or give --organization.`);
  if (documentId === undefined)
    throw new UsageError(`The document of ${annotationId} is unknown: it has no value at the mapping's documentId; give --document.`);
  return {
    organizationId,
    documentId,
    annotationId,
    status: statusOf(field("status"), field("resolved")),
    priority: isPresent(field("priority")) ? { id: text(field("priority")) } : undefined,
    type: text(field("type")),
    location: keysAt(row, mapping, "location"),
    assignedTo: undefined,
    createdAt: undefined,
    metadata: keysAt(row, mapping, "metadata") ?? {},
    comments: [commentOf(row, mapping, context, annotationId)],
  };
}

function statusOf(status: unknown, isResolved: unknown): Json | undefined {
  if (isPresent(status)) return isObject(status) ? whole(status) : { id: text(status) };
  const says = text(isResolved).toLowerCase();
  return isPresent(isResolved) && !["false", "0", "no"].includes(says) ? resolved : undefined;
}

/** Merges the rows of a thread, oldest first. The thread's own fields are taken from the first row. */
function merged(rows: readonly FoundThread[], isFileNewestFirst: boolean): FoundThread {
  const [first, ...rest] = oldestFirst(rows, { timeOf, isRoot, isFileNewestFirst });
  if (first === undefined) throw new Error("A thread has a row.");
  return rest.reduce(({ status, priority, location, type, metadata, comments, ...place }, next) => {
    return {
      ...place,
      status: status ?? next.status,
      priority: priority ?? next.priority,
      location: location ?? next.location,
      type: type || next.type,
      metadata: { ...next.metadata, ...metadata },
      comments: [...comments, ...next.comments],
    };
  }, first);
}

function timeOf({ comments: [comment] }: FoundThread): number | undefined {
  return comment?.createdAt;
}

function isRoot({ annotationId, comments: [comment] }: FoundThread): boolean {
  return comment?.commentId === annotationId;
}

function commentOf(row: Json, mapping: Mapping, { times }: Context, thread: string): FoundComment {
  const field = (name: string) => at(row, mapping.fields[name]);
  return {
    commentId: text(field("commentId")),
    from: {
      userId: text(field("userId")),
      name: text(field("userName")),
      email: text(field("userEmail")),
      photoUrl: text(field("userPhotoUrl")),
    },
    text: text(field("commentText")),
    html: text(field("commentHtml")),
    createdAt: times.of(field("createdAt"), `createdAt of the row ${thread} ${text(field("commentId"))}`),
    tagged: itemsAt(row, mapping, "tagged").map((item) => ({ person: personOf(item), text: text(item.text) })),
    attachments: itemsAt(row, mapping, "attachments").map((item) =>
      Object.fromEntries(Object.entries(item).filter(([, value]) => isPresent(value))),
    ),
    reactions: itemsAt(row, mapping, "reactions").map((item) => ({ reaction: text(item.reaction), person: personOf(item) })),
    metadata: keysAt(row, mapping, "commentMetadata") ?? {},
  };
}

function personOf({ userId, name, email }: Json): Person {
  return { userId: text(userId), name: text(name), email: text(email) };
}

/** The items of a list, with Parley's names for their fields. */
function itemsAt(row: Json, { lists }: Mapping, name: string): Json[] {
  const { items, ...fields } = lists[name] ?? {};
  const found = at(row, items);
  const listed =
    typeof found === "string" ? found.split(/[;,]/).flatMap((each) => (each.trim() === "" ? [] : [{ "": each.trim() }])) : objects(found);
  return listed.map((item) =>
    Object.fromEntries(Object.entries(fields).map(([key, path]) => [key, text(at(item, path === "." ? "" : path))])),
  );
}

/** The mapped custom keys; undefined if none has content. */
function keysAt(row: Json, { keys }: Mapping, name: string): Json | undefined {
  const found = Object.entries(keys[name] ?? {}).map(([key, path]) => [key, whole(at(row, path))] as const);
  const given = found.filter(([, value]) => isPresent(value));
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
