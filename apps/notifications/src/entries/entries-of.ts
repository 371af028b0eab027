import { type JsonObject, maxIdLength } from "@parley/kernel";
import { mailOf } from "../emails/queue/trigger-mail.ts";
import { headlineValues, longestActor } from "../notifications/rows/headline.ts";
import type { NewNotification } from "../notifications/rows/new-notifications.store.ts";
import { entryId } from "../notifications/rows/source.ts";
import type { StoredUser } from "../notifications/rows/stored-user.ts";
import { renderedLength } from "../notifications/rows/template.ts";
import {
  type AnnotationJson,
  type CommentJson,
  readJson,
  textOf,
  type UserJson,
  type WebhookTriggered,
} from "../triggers/trigger-event.ts";

/** An event with its id, the time at which it was written, and the subjects by which removals find it. */
export interface TriggerEvent {
  readonly id: string;
  readonly timeMs: number;
  readonly subjects: readonly string[];
  readonly message: WebhookTriggered;
}

type Event = Omit<TriggerEvent, "subjects">;

type Kind = "tag" | "comment" | "assign";

/** A user concerned by an event. */
export interface Candidate {
  readonly user: StoredUser;
  readonly kind: Kind;
  /** Whether the event addresses the user, and not only a thread in which they take part. */
  readonly isDirected: boolean;
}

export const headlines = {
  tag: "{actionUser} mentioned you",
  comment: "{actionUser} commented",
  assign: "{actionUser} assigned a thread to you",
} as const satisfies Record<Kind, string>;
const assignedBySomebody = "A thread was assigned to you";

// The most users that a notification can name.
const usersPerEntry = 1_000;
const longestExcerpt = 500;
// The most bytes of UTF-8 for a UTF-16 code unit.
const bytesPerCharacter = 3;
// An entry may later get another excerpt, and another location with a name of at most 1,000 characters.
const changeableBytes = bytesPerCharacter * (longestExcerpt + 1 + maxIdLength + 1_000);

/** The users concerned by an event, each once, without the one who acted. */
export function candidatesOf({ message: event }: Pick<Event, "message">): Candidate[] {
  const comment = readJson<CommentJson>(event.targetCommentJson);
  const users = new Map(describedIn(event, comment).map((user) => [user.userId, user]));
  const recipients = mailOf(event)?.recipients ?? [];
  return recipients.map(({ userId, kind, isDirected }) => ({ user: storedUser(users.get(userId) ?? { userId }), kind, isDirected }));
}

/** The notifications of an event: one for each kind of recipient, or several if there are too many recipients for one. */
export function entriesOf(event: Event, candidates: readonly Candidate[]): NewNotification[] {
  const source = new EntrySource(event);
  return [...Map.groupBy(candidates, ({ kind }) => kind)].flatMap(([kind, ofKind]) =>
    chunksOf(ofKind.map(({ user }) => user)).map((users, nth) => source.entry(kind, users, nth)),
  );
}

/** The user whom the entries of an event name as acting; undefined for an assignment without a named actor. */
export function authorOf(event: WebhookTriggered): UserJson | undefined {
  return readJson<CommentJson>(event.targetCommentJson)?.from ?? readJson<UserJson>(event.actorJson);
}

/** The beginning of what is shown of a comment, as an entry has it; null if there is nothing. */
export function excerptOf(event: WebhookTriggered): string | null {
  const text = textOf(readJson<CommentJson>(event.targetCommentJson));
  if (text.length <= longestExcerpt) return text || null;
  // The cut may split a surrogate pair.
  return `${text.slice(0, longestExcerpt).toWellFormed()}…`;
}

/** The location of a thread in the form of source data; null for none. */
export function locationOf(event: WebhookTriggered): JsonObject | null {
  const { id, locationName } = readJson<AnnotationJson & { location?: JsonObject | null }>(event.annotationJson)?.location ?? {};
  if (id === undefined && locationName === undefined) return null;
  return { ...(id === undefined ? {} : { id }), ...(locationName === undefined ? {} : { locationName }) };
}

class EntrySource {
  readonly #event: WebhookTriggered;
  readonly #eventId: string;
  readonly #timeMs: number;
  readonly #idParts: readonly (string | number)[];
  readonly #author: UserJson | undefined;

  constructor({ id: eventId, timeMs, message: event }: Event) {
    const comment = readJson<CommentJson & { createdAt?: number }>(event.targetCommentJson);
    const { documentId, annotationId, commentId } = event;
    this.#event = event;
    this.#eventId = eventId;
    this.#timeMs = timeMs;
    this.#author = authorOf(event);
    // Includes the time: a comment that is added again under the id of a deleted one is another comment.
    const ofComment = [documentId, annotationId, commentId, comment?.createdAt ?? 0];
    this.#idParts = comment === undefined ? [documentId, annotationId, eventId] : ofComment;
  }

  entry(kind: Kind, users: readonly StoredUser[], nth: number): NewNotification {
    const { apiKeyId, organizationId, documentId, annotationId, commentId, trigger } = this.#event;
    const [first = { userId: "" }] = users;
    // An assignment for which the customer's server named no actor.
    const actionUser = this.#author === undefined ? first : storedUser(this.#author);
    const headlineTemplate = this.#author === undefined ? assignedBySomebody : headlines[kind];
    const userIds = users.map(({ userId }) => userId);
    const location = locationOf(this.#event);
    const source = { kind, annotationId, ...(commentId === "" ? {} : { commentId }), ...(location === null ? {} : { location }) };
    const texts = {
      headlineTemplate,
      actionUser: JSON.stringify(actionUser),
      notifyUsers: JSON.stringify(users),
      sourceData: JSON.stringify(source),
    };
    const headlineLength = renderedLength(
      headlineTemplate,
      headlineValues({ data: {}, actionUser: longestActor(actionUser), recipient: undefined }),
    );
    return {
      ...texts,
      apiKeyId,
      organizationId,
      documentId,
      annotationId,
      commentId: commentId || null,
      // An edit may tag users again whom another edit had removed.
      notificationId: entryId([
        ...this.#idParts,
        kind,
        nth,
        ...(trigger === "comment.update" ? [this.#eventId, ...userIds.toSorted()] : []),
      ]),
      actionUserId: actionUser.userId,
      templateData: "{}",
      details: "{}",
      locationId: typeof location?.id === "string" ? location.id : null,
      bodyMessage: commentId === "" ? null : excerptOf(this.#event),
      notifyAll: false,
      // Erasure decides by the time of the comment, whenever its event arrives.
      createdAtMs: this.#timeMs,
      userIds,
      storedBytes:
        Object.values(texts).reduce((bytes, text) => bytes + Buffer.byteLength(text), changeableBytes) + bytesPerCharacter * headlineLength,
    };
  }
}

function describedIn(event: WebhookTriggered, comment: CommentJson | undefined): UserJson[] {
  const thread = readJson<AnnotationJson & { assignedTo?: UserJson | null }>(event.annotationJson);
  const tagged = comment?.taggedUserContacts?.map(({ contact }) => contact) ?? [];
  const assignee = readJson<UserJson>(event.newAssigneeJson) ?? thread?.assignedTo;
  return [...(thread?.involvedUsers ?? []), ...tagged, ...(assignee ? [assignee] : [])];
}

// The stored user without the customer's own keys, because an entry only names its recipients.
function storedUser({ userId, name, email }: UserJson): StoredUser {
  return { userId, ...(typeof name === "string" ? { name } : {}), ...(typeof email === "string" ? { email } : {}) };
}

function chunksOf<Item>(items: readonly Item[]): Item[][] {
  return Array.from({ length: Math.ceil(items.length / usersPerEntry) }, (_, nth) =>
    items.slice(nth * usersPerEntry, (nth + 1) * usersPerEntry),
  );
}
