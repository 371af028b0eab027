import type { TransferRecord } from "../../transfer/record.ts";
import { type FoundComment, type FoundThread, ownPlaceKeys, type Person } from "../model/found.ts";
import { isPresent, type Json, object, text } from "../model/json.ts";
import type { LeftOut } from "../model/left-out.ts";
import { oldestFirst } from "../model/order.ts";
import { isId, type People } from "../model/people.ts";
import { without } from "../model/reading.ts";
import { bounds, cut, isStorable } from "./bounds.ts";

/** Makes the records of threads within the limits of an import, and counts everything left out. */
export class ThreadRecords {
  readonly #people: People;
  readonly #leftOut: LeftOut;

  constructor(people: People, leftOut: LeftOut) {
    this.#people = people;
    this.#leftOut = leftOut;
  }

  /** The record of a thread and the users in it; undefined if the thread cannot be stored. */
  of(thread: FoundThread): { readonly record: TransferRecord; readonly people: readonly Person[]; readonly comments: number } | undefined {
    const { organizationId, documentId, annotationId, createdAt } = thread;
    if (!isId(annotationId)) return this.#none("thread whose id cannot be stored", annotationId);
    const people = new Map<string, Person>();
    const named = (person: Person) => this.#named(person, people);
    const commentData = inOrder(thread).flatMap((comment) => this.#comment(comment, annotationId, named));
    if (commentData.length === 0) return this.#none("thread without a comment that can be stored", annotationId);
    const times = commentData.flatMap(({ createdAt: at }) => (typeof at === "number" ? [at] : []));
    const item = {
      annotationId,
      ...present("status", this.#label(thread.status, "status", annotationId)),
      ...present("priority", this.#label(thread.priority, "priority", annotationId)),
      ...(isId(thread.type) ? { type: thread.type } : {}),
      ...present("location", this.#location(thread.location, annotationId)),
      ...(thread.assignedTo === undefined ? {} : { assignedTo: named(thread.assignedTo) }),
      ...present("metadata", this.#metadata(this.#ownKeys(thread), "thread", annotationId)),
      ...this.#details(thread.details, "thread", annotationId),
      ...present("createdAt", createdAt ?? (times.length > 0 ? Math.min(...times) : undefined)),
      commentData,
    };
    const record: TransferRecord = { type: "thread", at: { organizationId, documentId }, item };
    return { record, people: [...people.values()], comments: commentData.length };
  }

  #comment(comment: FoundComment, thread: string, named: (person: Person) => Json): Json[] {
    const { commentId, createdAt } = comment;
    const where = `${thread} ${commentId}`;
    if (!isId(commentId)) return this.#none("comment whose id cannot be stored", where) ?? [];
    const attachments = this.#bounded(comment.attachments, "attachment", where).filter((each) => this.#isAttachment(each, where));
    const commentText = this.#text(comment.text, where);
    const commentHtml = this.#text(comment.html, where);
    if (commentText === "" && commentHtml === "" && attachments.length === 0)
      return this.#none("comment without text, HTML or attachment", where) ?? [];
    if (!isId(comment.from.userId)) this.#leftOut.count("author of a comment, replaced by the user “unknown”", where);
    const tags = this.#bounded(comment.tagged, "tagged user", where).filter(({ person }) => isId(person.userId));
    const taggedUserContacts = tags.map(({ person, text: named_ }) => {
      const contact = named(person);
      return { userId: contact.userId, ...(named_ === "" ? {} : { text: cut(named_, bounds.name) }), contact };
    });
    return [
      {
        commentId,
        from: named(isId(comment.from.userId) ? comment.from : { userId: "unknown" }),
        ...present("commentText", commentText),
        ...present("commentHtml", commentHtml),
        ...present("createdAt", createdAt),
        ...present("taggedUserContacts", taggedUserContacts),
        ...present("attachments", attachments),
        ...present("metadata", this.#metadata(comment.metadata, "comment", where)),
        ...this.#details(comment.details, "comment", where),
        ...present("reactions", this.#reactions(comment, where, named)),
      },
    ];
  }

  #reactions({ reactions }: FoundComment, where: string, named: (person: Person) => Json): Json[] {
    const each = new Map<string, Json>();
    for (const { reaction, person } of reactions) {
      if (!isId(reaction) || reaction.length > bounds.reaction || !isId(person.userId))
        this.#leftOut.count("reaction that cannot be stored", where);
      else each.set(JSON.stringify([this.#people.of(person).userId, reaction]), { reaction, user: named(person) });
    }
    return [...each.values()];
  }

  #named(person: Person, people: Map<string, Person>): Json & { readonly userId: string } {
    const { userId, name = "", email = "", photoUrl = "" } = this.#people.of(person);
    if (photoUrl.length > bounds.url) this.#leftOut.count("address of a picture that is too long", userId);
    const kept = {
      userId,
      ...present("name", cut(name, bounds.name)),
      ...present("email", cut(email, bounds.name)),
      ...present("photoUrl", photoUrl.length > bounds.url ? "" : photoUrl),
    };
    // A later mention of the same user may say less.
    people.set(userId, { ...people.get(userId), ...kept } as Person);
    return { userId, ...present("name", kept.name), ...present("email", kept.email) };
  }

  #label(label: Json | undefined, what: string, where: string): Json | undefined {
    if (label === undefined) return undefined;
    const id = text(label.id);
    const name = text(label.name);
    const type = text(label.type);
    if (!isId(id)) return this.#none(`${what} whose id cannot be stored`, where);
    const isType = what === "priority" || ["default", "ongoing", "terminal"].includes(type);
    return {
      id,
      ...present("name", cut(name, bounds.name)),
      ...(isType ? present("type", cut(type, 100)) : {}),
      ...present("color", cut(text(label.color), bounds.name)),
      ...present("lightColor", cut(text(label.lightColor), bounds.name)),
    };
  }

  #location(location: Json | undefined, where: string): Json | undefined {
    if (location === undefined || !isPresent(location)) return undefined;
    const id = text(location.id);
    const name = text(location.locationName);
    const kept = {
      ...without(location, ["id", "locationName"]),
      ...(isId(id) ? { id } : {}),
      ...present("locationName", cut(name, bounds.name)),
    };
    return isStorable(kept, bounds.locationKeys) ? kept : this.#none("location that is too large", where);
  }

  #ownKeys({ metadata, annotationId }: FoundThread): Json {
    for (const key of ownPlaceKeys)
      if (metadata[key] !== undefined) this.#leftOut.count(`thread: metadata.${key}, a name that Parley uses itself`, annotationId);
    return without(metadata, ownPlaceKeys);
  }

  #details(details: Json | undefined, what: string, where: string): Json {
    if (details === undefined || isStorable(details)) return details ?? {};
    return this.#none(`context and position of a ${what} that cannot be stored`, where) ?? {};
  }

  #metadata(metadata: Json, what: string, where: string): Json | undefined {
    if (!isPresent(metadata) || isStorable(metadata)) return metadata;
    return this.#none(`metadata of a ${what} that cannot be stored: too large, too deep, or with numbers that JSON changes`, where);
  }

  #isAttachment(attachment: Json, where: string): boolean {
    const isGood = isStorable(attachment, bounds.attachmentKeys) && text(attachment.url).length <= bounds.url;
    if (!isGood) this.#leftOut.count("attachment that is too large", where);
    return isGood;
  }

  #text(given: string, where: string): string {
    const kept = cut(given, bounds.text);
    if (kept.length < given.length) this.#leftOut.count(`text beyond its first ${bounds.text} characters`, where);
    return kept;
  }

  #bounded<Item>(items: readonly Item[], what: string, where: string): readonly Item[] {
    for (let more = bounds.listed; more < items.length; more++)
      this.#leftOut.count(`${what} beyond the first ${bounds.listed} of a comment`, where);
    return items.slice(0, bounds.listed);
  }

  #none(what: string, example: string): undefined {
    this.#leftOut.count(what, example);
    return undefined;
  }
}

/** The comments, oldest first, if all have a time: one without is where the source has it. */
function inOrder({ annotationId, comments }: FoundThread): readonly FoundComment[] {
  if (comments.some(({ createdAt }) => createdAt === undefined)) return comments;
  return oldestFirst(comments, { timeOf: ({ createdAt }) => createdAt, isRoot: ({ commentId }) => commentId === annotationId });
}

/** The field, if it has content. */
function present<Key extends string>(key: Key, value: unknown): { readonly [Name in Key]?: unknown } {
  const isThere = isPresent(value) || value === 0;
  return (isThere ? { [key]: typeof value === "object" && !Array.isArray(value) ? object(value) : value } : {}) as {
    [Name in Key]?: unknown;
  };
}
