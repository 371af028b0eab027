import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import { userSubject } from "@parley/erasure";
import type { JsonObject } from "@parley/kernel";
import { type AnnotationJson, type CommentJson, readJson, type UserJson, type WebhookTriggered } from "./trigger-event.ts";

/** Erased users, each with the time in ms at which that was requested. */
type ErasedUsers = ReadonlyMap<string, number>;

/**
 * The event without what was stored by or about these users before their erasure was requested; undefined when that is all it tells of. What
 * others do between the request and the erasure is told with the thread as it was then. A user whose id is in use again keeps what was stored
 * since.
 */
function withoutErased(event: WebhookTriggered, erased: ErasedUsers): WebhookTriggered | undefined {
  const target = readJson<CommentJson>(event.targetCommentJson);
  // An event of the release before has no times of its own.
  const targetAtMs = Number(event.targetCommentStoredAtMs) || createdAt(target);
  if (isErased(target?.from, targetAtMs, erased)) return undefined;

  const thread = readJson<AnnotationJson>(event.annotationJson);
  const times = new Map(
    thread?.comments?.map((comment, index) => [comment, Number(event.commentsStoredAtMs[index] ?? createdAt(comment))]),
  );
  const left = [...times].filter(([{ from }, atMs]) => !isErased(from, atMs, erased));
  return create(webhookTriggersTopic.message, {
    ...event,
    annotationJson: jsonOf(thread && threadWithout(thread, times, Number(event.assignedAtMs), erased)),
    targetCommentJson: jsonOf(target && commentWithout(target, targetAtMs, erased)),
    commentsStoredAtMs: left.map(([, atMs]) => BigInt(atMs)),
    oldAssigneeJson: erased.has(readJson<UserJson>(event.oldAssigneeJson)?.userId ?? "") ? "" : event.oldAssigneeJson,
  });
}

/** What is stored of an event that names erased users. */
interface StoredEvent {
  readonly payload: Uint8Array;
  /** The subjects of those whom it does not name any more. */
  readonly unnamed: ReadonlySet<string>;
}

/** The same of an event as a delivery stores it. */
export function payloadWithoutErased(payload: Uint8Array, erased: ErasedUsers): StoredEvent | undefined {
  const event = withoutErased(fromBinary(webhookTriggersTopic.message, payload), erased);
  if (event === undefined) return undefined;
  const { actorJson, annotationJson, targetCommentJson, newAssigneeJson } = event;
  const unnamed = unnamedIn([actorJson, annotationJson, targetCommentJson, newAssigneeJson].join("\n"), erased);
  return { payload: toBinary(webhookTriggersTopic.message, event), unnamed };
}

/** The subjects of those users whom a text of JSON does not name. */
export function unnamedIn(json: string, erased: ErasedUsers): ReadonlySet<string> {
  return new Set([...erased.keys()].filter((userId) => !json.includes(JSON.stringify(userId))).map(userSubject));
}

/** The fields of a body that may name erased users, but for who acted. */
interface BodyJson extends JsonObject {
  readonly commentAnnotation?: AnnotationJson | null;
  readonly targetComment?: CommentJson | null;
  readonly oldAssignee?: UserJson | null;
  readonly toContactsTagged?: UserJson[];
  readonly toContactsUpdated?: UserJson[];
}

/** The body of a delivery without the same. It holds no times but those that comments bear, which a customer may have given. */
export function bodyWithoutErased(body: BodyJson, erased: ErasedUsers): JsonObject | undefined {
  const { commentAnnotation: thread, targetComment: target, oldAssignee, toContactsTagged, toContactsUpdated } = body;
  if (isErased(target?.from, createdAt(target), erased)) return undefined;
  const times = new Map(thread?.comments?.map((comment) => [comment, createdAt(comment)]));
  const named = (users: readonly UserJson[]) => users.filter(({ userId }) => !erased.has(userId));
  const changed: JsonObject = {
    ...(thread ? { commentAnnotation: threadWithout(thread, times, 0, erased) } : {}),
    ...(target ? { targetComment: commentWithout(target, createdAt(target), erased) } : {}),
    ...(oldAssignee && erased.has(oldAssignee.userId) ? { oldAssignee: null } : {}),
    ...(toContactsTagged ? { toContactsTagged: named(toContactsTagged) } : {}),
    ...(toContactsUpdated ? { toContactsUpdated: named(toContactsUpdated) } : {}),
  };
  return { ...body, ...changed };
}

function threadWithout(
  thread: AnnotationJson,
  times: ReadonlyMap<CommentJson, number>,
  assignedAtMs: number,
  erased: ErasedUsers,
): AnnotationJson {
  const comments = [...times]
    .filter(([{ from }, atMs]) => !isErased(from, atMs, erased))
    .map(([comment, atMs]) => commentWithout(comment, atMs, erased));
  const assignedTo = isErased(thread.assignedTo, assignedAtMs, erased) ? null : (thread.assignedTo ?? null);
  const tagged = comments.flatMap(({ taggedUserContacts = [] }) => taggedUserContacts.map(({ userId }) => userId));
  const named = new Set([...comments.map(({ from }) => from?.userId), ...tagged, assignedTo?.userId]);
  const left = (users: readonly UserJson[] = []) => users.filter(({ userId }) => !erased.has(userId) || named.has(userId));
  return {
    ...thread,
    // The author of the first comment.
    from: erased.has(thread.from?.userId ?? "") ? (comments[0]?.from ?? null) : (thread.from ?? null),
    assignedTo,
    involvedUsers: left(thread.involvedUsers),
    mentionedUsers: left(thread.mentionedUsers),
    comments,
  };
}

/** A comment of somebody else without tags of these users and without their reactions. */
function commentWithout(comment: CommentJson, storedAtMs: number, erased: ErasedUsers): CommentJson {
  const { taggedUserContacts = [], reactionAnnotations = [] } = comment;
  return {
    ...comment,
    taggedUserContacts: taggedUserContacts.filter((tagged) => !isErased(tagged, storedAtMs, erased)),
    reactionAnnotations: reactionAnnotations.filter(({ user, createdAt }) => !isErased(user, createdAt, erased)),
  };
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
