import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { userSubject } from "@parley/erasure";
import type { JsonObject } from "@parley/kernel";
import { type AnnotationJson, type CommentJson, readJson, type UserJson, type WebhookTriggered } from "./trigger-event.ts";

/** Erased users, each with the time in ms of the request. */
type ErasedUsers = ReadonlyMap<string, number>;

/**
 * The event without data stored by or about these users before their erasure was requested; undefined if nothing else is left. Events
 * between the request and the erasure have the thread as it was then. A user whose id is in use again keeps data stored since.
 */
function withoutErased(event: WebhookTriggered, erased: ErasedUsers): WebhookTriggered | undefined {
  const target = readJson<CommentJson>(event.targetCommentJson);
  const targetAtMs = Number(event.targetCommentStoredAtMs);
  if (isErased(target?.from, targetAtMs, erased)) return undefined;

  const thread = readJson<AnnotationJson>(event.annotationJson);
  const times = new Map(thread?.comments?.map((comment, index) => [comment, Number(event.commentsStoredAtMs[index])]));
  const left = [...times].filter(([{ from }, atMs]) => !isErased(from, atMs, erased));
  // The tags of the event itself are newer than the erasure requests, so these users stay tagged.
  const others = new Map([...erased].filter(([userId]) => !event.newlyTaggedUserIds.includes(userId)));
  const erasedIn = ({ commentId }: CommentJson) => (commentId === event.commentId ? others : erased);
  const parts = { times, assignedAtMs: Number(event.assignedAtMs), isPartial: event.annotationIsPartial, erasedIn };
  return create(webhookTriggersTopic.message, {
    ...event,
    annotationJson: jsonOf(thread && threadWithout(thread, parts, erased)),
    targetCommentJson: jsonOf(target && commentWithout(target, targetAtMs, others)),
    commentsStoredAtMs: left.map(([, atMs]) => BigInt(atMs)),
    oldAssigneeJson: erased.has(readJson<UserJson>(event.oldAssigneeJson)?.userId ?? "") ? "" : event.oldAssigneeJson,
  });
}

/** The stored form of an event that names erased users. */
interface StoredEvent {
  readonly payload: Uint8Array;
  /** The subjects of users that it no longer names. */
  readonly unnamed: ReadonlySet<string>;
}

/** Removes erased users from an event in the form that a delivery stores. */
export function payloadWithoutErased(payload: Uint8Array, erased: ErasedUsers): StoredEvent | undefined {
  const event = withoutErased(fromBinary(webhookTriggersTopic.message, payload), erased);
  if (event === undefined) return undefined;
  const { actorJson, annotationJson, targetCommentJson, newAssigneeJson, newlyTaggedUserIds } = event;
  const texts = [actorJson, annotationJson, targetCommentJson, newAssigneeJson, JSON.stringify(newlyTaggedUserIds)];
  const unnamed = unnamedIn(texts.join("\n"), erased);
  return { payload: toBinary(webhookTriggersTopic.message, event), unnamed };
}

/** The subjects of the users that a JSON text does not name. */
export function unnamedIn(json: string, erased: ErasedUsers): ReadonlySet<string> {
  return new Set([...erased.keys()].filter((userId) => !json.includes(JSON.stringify(userId))).map(userSubject));
}

/** The fields of a body that may name erased users, except the acting user. */
interface BodyJson extends JsonObject {
  readonly commentAnnotation?: AnnotationJson | null;
  readonly targetComment?: CommentJson | null;
  readonly oldAssignee?: UserJson | null;
  readonly toContactsTagged?: UserJson[];
  readonly toContactsUpdated?: UserJson[];
}

/**
 * Removes erased users from the body of a delivery. The body has no times except those of comments, which a customer may have given: a time
 * later than the event is ignored, and a comment that the event adds counts as stored with it.
 */
export function bodyWithoutErased(body: BodyJson, eventTimeMs: number, erased: ErasedUsers): JsonObject | undefined {
  const { commentAnnotation: thread, targetComment: target, oldAssignee, toContactsTagged, toContactsUpdated } = body;
  const isAdded = body.event === "comment.add" || body.event === "comment_annotation.add";
  const storedAt = (comment: CommentJson) => {
    if (isAdded && comment.commentId === target?.commentId) return eventTimeMs;
    return createdAt(comment) > eventTimeMs ? 0 : createdAt(comment);
  };
  const targetAtMs = target ? storedAt(target) : 0;
  if (isErased(target?.from, targetAtMs, erased)) return undefined;
  const times = new Map(thread?.comments?.map((comment) => [comment, storedAt(comment)]));
  const named = (users: readonly UserJson[]) => users.filter(({ userId }) => !erased.has(userId));
  const changed: JsonObject = {
    ...(thread
      ? {
          commentAnnotation: threadWithout(
            thread,
            { times, assignedAtMs: 0, isPartial: body.isCommentAnnotationPartial === true, erasedIn: () => erased },
            erased,
          ),
        }
      : {}),
    ...(target ? { targetComment: commentWithout(target, targetAtMs, erased) } : {}),
    ...(oldAssignee && erased.has(oldAssignee.userId) ? { oldAssignee: null } : {}),
    ...(toContactsTagged ? { toContactsTagged: named(toContactsTagged) } : {}),
    ...(toContactsUpdated ? { toContactsUpdated: named(toContactsUpdated) } : {}),
  };
  return { ...body, ...changed };
}

interface ThreadParts {
  /** When each comment was stored. */
  readonly times: ReadonlyMap<CommentJson, number>;
  readonly assignedAtMs: number;
  /** Whether older comments are missing. */
  readonly isPartial: boolean;
  /** The users whose tags and reactions are erased in a comment. */
  readonly erasedIn: (comment: CommentJson) => ErasedUsers;
}

function threadWithout(
  thread: AnnotationJson,
  { times, assignedAtMs, isPartial, erasedIn }: ThreadParts,
  erased: ErasedUsers,
): AnnotationJson {
  const comments = [...times]
    .filter(([{ from }, atMs]) => !isErased(from, atMs, erased))
    .map(([comment, atMs]) => commentWithout(comment, atMs, erasedIn(comment)));
  const assignedTo = isErased(thread.assignedTo, assignedAtMs, erased) ? undefined : thread.assignedTo;
  const tagged = comments.flatMap(({ taggedUserContacts = [] }) => taggedUserContacts.map(({ userId }) => userId));
  const named = new Set([...comments.map(({ from }) => from?.userId), ...tagged, assignedTo?.userId]);
  const isLeft = (userId: string) => !erased.has(userId) || named.has(userId);
  const left = (users: readonly UserJson[]) => users.filter(({ userId }) => isLeft(userId));
  const leftIds = (ids: readonly string[]) => ids.filter(isLeft);
  const { from: author, assignedTo: _, statusUpdatedByUserId, resolvedByUserId, ...others } = thread;
  // The author of the first comment.
  const from = erased.has(author?.userId ?? "") ? (isPartial ? undefined : comments[0]?.from) : author;
  const { involvedUserIds, mentionedUserIds } = thread;
  return {
    ...others,
    ...(from === undefined ? {} : { from }),
    ...(assignedTo === undefined ? {} : { assignedTo }),
    ...leftId("statusUpdatedByUserId", statusUpdatedByUserId, erased),
    ...leftId("resolvedByUserId", resolvedByUserId, erased),
    ...(thread.involvedUsers === undefined ? {} : { involvedUsers: left(thread.involvedUsers) }),
    ...(thread.mentionedUsers === undefined ? {} : { mentionedUsers: left(thread.mentionedUsers) }),
    ...(involvedUserIds === undefined ? {} : { involvedUserIds: leftIds(involvedUserIds) }),
    ...(mentionedUserIds === undefined ? {} : { mentionedUserIds: leftIds(mentionedUserIds) }),
    comments,
  };
}

/** Another user's comment without tags and reactions of these users. */
function commentWithout(comment: CommentJson, storedAtMs: number, erased: ErasedUsers): CommentJson {
  const { taggedUserContacts = [], reactionAnnotations = [] } = comment;
  const reactions = reactionAnnotations.flatMap((reaction) => {
    const fromUsers = reaction.fromUsers.filter(({ from, lastUpdated }) => !isErased(from, lastUpdated, erased));
    return fromUsers.length === 0 ? [] : [{ ...reaction, fromUsers }];
  });
  return {
    ...comment,
    taggedUserContacts: taggedUserContacts.filter((tagged) => !isErased(tagged, storedAtMs, erased)),
    reactionAnnotations: reactions,
    reactionAnnotationIds: reactions.map(({ annotationId }) => annotationId),
  };
}

function leftId(name: string, userId: string | undefined, erased: ErasedUsers): JsonObject {
  return userId === undefined || erased.has(userId) ? {} : { [name]: userId };
}

function isErased(user: { readonly userId: string } | null | undefined, storedAtMs: number, erased: ErasedUsers): boolean {
  return user != null && storedAtMs <= (erased.get(user.userId) ?? Number.NEGATIVE_INFINITY);
}

function createdAt(comment: CommentJson | null | undefined): number {
  return comment?.createdAt ?? 0;
}

function jsonOf(value: JsonObject | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}
