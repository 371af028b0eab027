import type { Db } from "@parley/database";
import { organizationSubject, userSubject } from "@parley/erasure";
import type { Quota } from "@parley/runtime";
import { takenBackBy } from "../audience/taken-back.ts";
import type { EntriesContext } from "../context.ts";
import { insertNotification } from "../notifications/rows/new-notifications.store.ts";
import { locationIdOf } from "../notifications/rows/source.ts";
import { ContactWays } from "../webhooks/bodies/contact-ways.ts";
import { moveEntries, rewriteEntries } from "./entries.store.ts";
import { type Candidate, entriesOf, excerptOf, locationOf, type TriggerEvent } from "./entries-of.ts";
import type { Participants } from "./participants.ts";
import { replaceEntries, withdrawEntries } from "./withdraw-entries.ts";

type WritingContext = Pick<EntriesContext, "quota" | "isErased">;

/** An event, and the users whom its entries may name. */
export interface KnownEvent {
  readonly event: TriggerEvent;
  readonly participants: Participants;
}

type Change = (tx: Db, message: TriggerEvent["message"]) => Promise<void>;

/** The changes of the content of existing entries, by trigger. */
const changes: ReadonlyMap<string, Change> = new Map<string, Change>([
  ["comment.update", (tx, message) => rewriteEntries(tx, { ...message, bodyMessage: excerptOf(message) })],
  [
    "comment_annotation.update",
    (tx, message) => {
      const location = locationOf(message);
      const locationId = locationIdOf({}, { location });
      return moveEntries(tx, { ...message, location: JSON.stringify(location), locationId });
    },
  ],
]);

/** Whether an event may add entries or change existing ones. */
export function concernsInboxes({ event: { message }, participants }: KnownEvent): boolean {
  return participants.recipients.length > 0 || changes.has(message.trigger) || takenBackBy(message) !== undefined;
}

/**
 * Updates, moves and withdraws entries as their threads change, and adds entries for new comments, tags and assignments. Events of one
 * document must be in order.
 */
export async function writeEntries(tx: Db, context: WritingContext, events: readonly KnownEvent[]): Promise<void> {
  const places = events.flatMap(({ event: { message }, participants }) =>
    participants.recipients.map(({ user: { userId } }) => ({ ...message, userId })),
  );
  const ways = await ContactWays.read(tx, places);
  for (const { event, participants } of events) {
    await changes.get(event.message.trigger)?.(tx, event.message);
    const taken = takenBackBy(event.message);
    if (taken !== undefined) await withdrawEntries(tx, threadOf(event.message), taken);
    const wanting = participants.recipients.filter((candidate) => ways.known(event.message, candidate).inbox);
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

async function addEntries(tx: Db, quota: Quota, event: TriggerEvent, candidates: readonly Candidate[]): Promise<void> {
  const { message } = event;
  const insert = async (granted: ReturnType<typeof entriesOf>) => {
    const added = new Map<number, readonly string[]>();
    for (const entry of granted) {
      const ref = await insertNotification(tx, entry);
      if (ref !== undefined) added.set(ref, entry.userIds);
    }
    // A user whom an edit tags may have an entry about the comment already, read or not.
    if (message.trigger === "comment.update" && added.size > 0) {
      await replaceEntries(tx, { ...threadOf(message), commentId: message.commentId }, [...added.values()].flat(), new Set(added.keys()));
    }
    return added.size;
  };
  await quota.admit(message.apiKeyId, entriesOf(event, candidates), (granted) => insert([...granted]), Number);
}
