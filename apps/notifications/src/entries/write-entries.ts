import type { Db } from "@parley/database";
import { organizationSubject, userSubject } from "@parley/erasure";
import type { Quota } from "@parley/runtime";
import type { EntriesContext } from "../context.ts";
import { messages } from "../messages.ts";
import { insertNotification } from "../notifications/rows/new-notifications.store.ts";
import { sweepWork } from "../notifications/sweep-worker.ts";
import { ContactWays } from "../webhooks/bodies/contact-ways.ts";
import { deleteEntries, moveEntries, notifiedUsers, rewriteEntries } from "./entries.store.ts";
import { type Candidate, entriesOf, excerptOf, locationOf, type TriggerEvent } from "./entries-of.ts";
import type { Participants } from "./participants.ts";

const deletedTogether = 1_000;

type WritingContext = Pick<EntriesContext, "quota" | "isErased">;

/** An event, and the users whom its entries may name. */
export interface KnownEvent {
  readonly event: TriggerEvent;
  readonly participants: Participants;
}

type Change = (tx: Db, message: TriggerEvent["message"]) => Promise<void>;

/** The changes of existing entries, by trigger. */
const changes: ReadonlyMap<string, Change> = new Map<string, Change>([
  ["comment.update", (tx, message) => rewriteEntries(tx, { ...message, bodyMessage: excerptOf(message) })],
  ["comment.delete", (tx, message) => removeEntries(tx, { ...threadOf(message), commentId: message.commentId })],
  ["comment_annotation.delete", (tx, message) => removeEntries(tx, threadOf(message))],
  ["comment_annotation.update", (tx, message) => moveEntries(tx, { ...message, location: JSON.stringify(locationOf(message)) })],
]);

/** Whether an event may add entries or change existing ones. */
export function concernsInboxes({ event, participants }: KnownEvent): boolean {
  return participants.recipients.length > 0 || changes.has(event.message.trigger);
}

/**
 * Updates, moves and deletes entries as their comments change, and adds entries for new comments and assignments. Events of one document
 * must be in order.
 */
export async function writeEntries(tx: Db, context: WritingContext, events: readonly KnownEvent[]): Promise<void> {
  const places = events.flatMap(({ event: { message }, participants }) =>
    participants.recipients.map(({ user: { userId } }) => ({ ...message, userId })),
  );
  const ways = await ContactWays.read(tx, places);
  for (const { event, participants } of events) {
    await changes.get(event.message.trigger)?.(tx, event.message);
    const wanting = participants.recipients.filter((candidate) => ways.of(event.message, candidate).inbox);
    if (wanting.length === 0 || (await isOfRemovedAuthor(tx, context, event, participants))) continue;
    await addEntries(tx, context.quota, event, wanting);
  }
}

/** Whether the author has been removed, however long ago the event was written: their comments may have outlived the request. */
async function isOfRemovedAuthor(
  tx: Db,
  { isErased }: WritingContext,
  { message: { apiKeyId, organizationId } }: TriggerEvent,
  { unknownAuthorId }: Participants,
): Promise<boolean> {
  if (unknownAuthorId === undefined) return false;
  return isErased(tx, { apiKeyId, subjects: [userSubject(unknownAuthorId), organizationSubject(organizationId)], timeMs: 0 });
}

function threadOf({ apiKeyId, organizationId, documentId, annotationId }: TriggerEvent["message"]) {
  return { apiKeyId, organizationId, documentId, annotationId };
}

async function removeEntries(tx: Db, of: Parameters<typeof deleteEntries>[1]): Promise<void> {
  let removed = 0;
  for (;;) {
    const some = await deleteEntries(tx, of, deletedTogether);
    removed += some;
    if (some < deletedTogether) break;
  }
  if (removed > 0) await messages.addWork(tx, sweepWork.kind, [sweepWork.begin(of.apiKeyId)]);
}

async function addEntries(tx: Db, quota: Quota, event: TriggerEvent, candidates: readonly Candidate[]): Promise<void> {
  const { message } = event;
  const userIds = candidates.map(({ user: { userId } }) => userId);
  // An edit notifies the users whom it tags, unless they have an entry about the comment already.
  const told = message.trigger === "comment.update" ? await notifiedUsers(tx, { ...message, userIds }) : new Set<string>();
  const fresh = candidates.filter(({ user: { userId } }) => !told.has(userId));
  const insert = async (granted: ReturnType<typeof entriesOf>) => {
    let added = 0;
    for (const entry of granted) if ((await insertNotification(tx, entry)) !== undefined) added++;
    return added;
  };
  await quota.admit(message.apiKeyId, entriesOf(event, fresh), (granted) => insert([...granted]), Number);
}
