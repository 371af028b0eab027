import type { MessageInitShape } from "@bufbuild/protobuf";
import type { WebhookTriggeredSchema } from "@parley/contracts/activity";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import type { Db } from "@parley/database";
import { documentSubject, locationNameSubject, locationSubject, organizationSubject, userSubject } from "@parley/erasure";
import type { Json } from "@parley/kernel";
import { type Event, event, maxEventBytes } from "@parley/messaging";
import type { ThreadChange } from "../changes/thread-change.ts";
import type { WritePolicy } from "../changes/write-policy.ts";
import { messages } from "../messages.ts";
import { storedUser } from "../people/user.ts";
import type { DocumentScope } from "../places/scope.ts";
import { everyAnnotation } from "../threads/reading/annotation-filter.ts";
import { selectAnnotations } from "../threads/reading/annotation-pages.ts";
import type { AnnotationRow } from "../threads/reading/annotation-paths.store.ts";
import { selectComments, selectReactions } from "../threads/reading/comment-rows.store.ts";
import { type FormedChange, wantedChanges } from "./event-form.ts";
import { type ThreadJson, threadJson, type WholeThread, withoutComments } from "./thread-json.ts";
import { type EventComment, truncateThread } from "./truncate-thread.ts";
import { type Left, withdrawalEvents } from "./withdrawal-events.ts";

// Limit for a batch of changes, so that a thousand comments added to one thread do not publish the thread a thousand times.
const maxBytesTogether = 16 * 1024 * 1024;
// Maximum number of bytes held in memory at a time.
const readBytes = 8 * 1024 * 1024;
const publishBytes = 4 * 1024 * 1024;

/** What the changes have removed. */
interface Gone {
  /** Comments that can no longer be read. */
  readonly deleted?: ReadonlyMap<string, EventComment>;
  readonly left?: Left;
}

/**
 * Notifies webhooks, mails and inboxes of changes, in the transaction that made the changes. Each wanted change is written to the outbox
 * with its current thread, or with the part that inboxes need when nobody else wants the change. The threads must be locked.
 */
export async function emitTriggers(
  tx: Db,
  scope: DocumentScope,
  policy: WritePolicy,
  changes: readonly ThreadChange[],
  { deleted = new Map(), left = new Map() }: Gone = {},
): Promise<void> {
  const wanted = wantedChanges(changes, policy);
  const idsOnly = wanted.filter(({ form }) => form === "bare");
  const withThread = wanted.filter(({ form }) => form !== "bare");
  if (wanted.length === 0) return;
  const maxBytes = Math.min(maxEventBytes, Math.floor(maxBytesTogether / withThread.length));
  const changesOf = Map.groupBy(withThread, ({ change: { annotationId } }) => annotationId);
  const outgoing = new Outgoing(tx);
  for (const { change } of idsOnly) await outgoing.add(deletionEvent(scope, change));
  for await (const thread of threadsOf(tx, scope, [...changesOf.keys()])) {
    const comments = new Map<string, EventComment>(thread.comments.map((comment) => [comment.row.commentId, comment]));
    for (const { change, form } of changesOf.get(thread.annotationId) ?? []) {
      const { commentId = "" } = change;
      const target = comments.get(commentId) ?? deleted.get(commentId);
      await outgoing.add(triggerEvent(scope, change, { thread, form, target, maxBytes, notifiesInboxes: policy.notifiesInboxes }));
    }
  }
  if (policy.ownTriggers.size > 0) for (const withdrawal of withdrawalEvents(scope, changes, left)) await outgoing.add(withdrawal);
  await outgoing.flush();
}

/** The event about a deletion, for subscribers that keep entries about the deleted item. It names no user. */
function deletionEvent({ apiKeyId, organizationId, documentId }: DocumentScope, change: ThreadChange): Event {
  const { trigger, annotationId, commentId = "" } = change;
  const message = { apiKeyId, organizationId, documentId, annotationId, commentId, trigger };
  const subjects = [organizationSubject(organizationId), documentSubject(documentId)];
  return event(webhookTriggersTopic, { apiKeyId, key: `${organizationId}/${documentId}`, subjects, message });
}

class Outgoing {
  readonly #tx: Db;
  #events: Event[] = [];
  #bytes = 0;

  constructor(tx: Db) {
    this.#tx = tx;
  }

  async add(event: Event): Promise<void> {
    this.#events.push(event);
    this.#bytes += event.payload.length;
    if (this.#bytes >= publishBytes) await this.flush();
  }

  async flush(): Promise<void> {
    const events = this.#events;
    this.#events = [];
    this.#bytes = 0;
    await messages.publish(this.#tx, events);
  }
}

async function* threadsOf(tx: Db, scope: DocumentScope, annotationIds: readonly string[]): AsyncGenerator<WholeThread> {
  for (const rows of inPortions(await annotationsNamed(tx, scope, annotationIds))) {
    const refs = rows.map(({ ref }) => ref);
    const withReactions = rows.filter(({ reactionCount }) => reactionCount > 0).map(({ ref }) => ref);
    const comments = Map.groupBy(await selectComments(tx, scope.apiKeyId, refs), ({ annotationRef }) => annotationRef);
    const reactions = Map.groupBy(await selectReactions(tx, scope.apiKeyId, withReactions), ({ annotationRef }) => annotationRef);
    for (const row of rows) yield threadJson(scope, row, comments.get(row.ref) ?? [], reactions.get(row.ref) ?? []);
  }
}

// The annotations in the order of the given ids.
async function annotationsNamed(tx: Db, scope: DocumentScope, annotationIds: readonly string[]): Promise<AnnotationRow[]> {
  const filter = { ...everyAnnotation, documentIds: [scope.documentId], annotationIds };
  const count = annotationIds.length + 1;
  const rows = await selectAnnotations(tx, scope, filter, { order: "created", behind: undefined, limit: count, scanRows: count });
  const byId = new Map(rows.map((row) => [row.annotationId, row]));
  return annotationIds.flatMap((annotationId) => byId.get(annotationId) ?? []);
}

function inPortions(rows: readonly AnnotationRow[]): AnnotationRow[][] {
  const portions: AnnotationRow[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    if (bytes + row.threadBytes > readBytes) {
      portions.push([]);
      bytes = 0;
    }
    portions.at(-1)?.push(row);
    bytes += row.threadBytes;
  }
  return portions;
}

interface Content extends Pick<FormedChange, "form"> {
  readonly thread: WholeThread;
  readonly target: EventComment | undefined;
  readonly maxBytes: number;
  readonly notifiesInboxes: boolean;
}

// Space for the message's tags, lengths and numbers, and for the storage time of a comment.
const overheadBytes = 256;
const timeBytes = 7;

/** The event about a change, with the thread after the change, within a number of bytes that includes its subjects. */
function triggerEvent(scope: DocumentScope, change: ThreadChange, { thread, form, target, maxBytes, notifiesInboxes }: Content): Event {
  const { apiKeyId, organizationId, documentId } = scope;
  const { trigger, annotationId, commentId = "", reaction = "", taggedIds = [], actor } = change;
  const values = {
    apiKeyId,
    organizationId,
    documentId,
    annotationId,
    commentId,
    trigger,
    reaction,
    actorJson: actor === undefined ? "" : storedUser(actor),
    ...valuesOf(change),
  };
  const places = placesOf(scope, thread);
  const channels = channelsOf(thread.metadata);
  const taken = [...Object.values(values), ...places, ...taggedIds, ...channels].reduce(
    (bytes, text) => bytes + Buffer.byteLength(text),
    overheadBytes + thread.comments.length * timeBytes,
  );
  const named = [...(actor === undefined ? [] : [actor.userId]), ...assigneesOf(change), ...taggedIds];
  const carried = form === "whole" ? thread : withoutComments(thread);
  const { annotationJson, targetJson, comments, userIds, isPartial } = truncateThread(carried, target, named, maxBytes - taken);
  const message: MessageInitShape<typeof WebhookTriggeredSchema> = {
    ...values,
    newlyTaggedUserIds: [...taggedIds],
    notifiesInboxes,
    channels,
    occurredAtMs: BigInt(thread.updatedAtMs),
    annotationJson,
    targetCommentJson: targetJson,
    annotationIsPartial: isPartial || carried.comments.length < thread.comments.length,
    commentCount: thread.comments.length,
    commentsStoredAtMs: comments.map(({ row }) => BigInt(row.storedAtMs)),
    targetCommentStoredAtMs: BigInt(target?.row.storedAtMs ?? 0),
    assignedAtMs: BigInt(thread.assignedAtMs),
  };
  const subjects = [...places, ...[...userIds].map(userSubject)];
  return event(webhookTriggersTopic, { apiKeyId, key: `${organizationId}/${documentId}`, subjects, message });
}

function valuesOf({ trigger, changes = {}, labels }: ThreadChange) {
  const { status, priority, assignee } = changes;
  const statuses = trigger === "comment_annotation.status_change" ? labels : undefined;
  const priorities = trigger === "comment_annotation.priority_change" ? labels : undefined;
  return {
    oldStatusJson: jsonOf(statuses?.from),
    newStatusJson: jsonOf(statuses?.to),
    oldPriorityJson: jsonOf(priorities?.from),
    newPriorityJson: jsonOf(priorities?.to),
    oldStatus: textOf(status?.from),
    newStatus: textOf(status?.to),
    oldPriority: textOf(priority?.from),
    newPriority: textOf(priority?.to),
    oldAssigneeJson: jsonOf(assignee?.from),
    newAssigneeJson: jsonOf(assignee?.to),
  };
}

function placesOf({ organizationId, documentId }: DocumentScope, { location: { locationId, locationName } }: ThreadJson): string[] {
  return [
    organizationSubject(organizationId),
    documentSubject(documentId),
    ...(locationId === null ? [] : [locationSubject(locationId)]),
    ...(locationName === null ? [] : [locationNameSubject(locationName)]),
  ];
}

function assigneesOf({ changes = {} }: ThreadChange): string[] {
  const users = [changes.assignee?.from, changes.assignee?.to] as ({ userId: string } | null | undefined)[];
  return users.flatMap((user) => (user ? [user.userId] : []));
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function jsonOf(value: object | Json | undefined): string {
  return value === undefined || value === null ? "" : JSON.stringify(value);
}

const channelsKey = "channels";
const mostChannels = 100;
const longestChannel = 128;

/** The channels listed in a thread's metadata, as a list or as a single text. The JSON is parsed only when it contains that key. */
export function channelsOf(metadata: string): string[] {
  if (!metadata.includes(`"${channelsKey}"`)) return [];
  const { [channelsKey]: named } = JSON.parse(metadata) as { readonly [channelsKey]?: unknown };
  const names: readonly unknown[] = Array.isArray(named) ? named : [named];
  const texts = names.filter((name) => typeof name === "string").filter(({ length }) => length > 0 && length <= longestChannel);
  return [...new Set(texts)].slice(0, mostChannels);
}
