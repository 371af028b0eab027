import type { Db } from "@parley/database";
import type { JsonObject } from "@parley/kernel";
import type { TakenBack } from "../audience/taken-back.ts";
import { messages } from "../messages.ts";
import { insertNotification } from "../notifications/rows/new-notifications.store.ts";
import { selectNotifications } from "../notifications/rows/notifications.store.ts";
import { entryId, locationIdOf } from "../notifications/rows/source.ts";
import type { StoredUser } from "../notifications/rows/stored-user.ts";
import { removeFromEntries } from "../notifications/rows/withdrawals.store.ts";
import { sweepWork } from "../notifications/sweep-worker.ts";
import { ContactWays } from "../webhooks/bodies/contact-ways.ts";
import { deleteEntries, type OfThread } from "./entries.store.ts";
import { headlines } from "./entries-of.ts";
import { type AddressedEntry, selectEntriesOf } from "./withdrawn-entries.store.ts";

const deletedTogether = 1_000;

/**
 * Deletes the entries of something that is gone, or takes users out of the unread entries that are no longer true for them. What a user has
 * read stays.
 */
export async function withdrawEntries(tx: Db, thread: OfThread, { commentId, kind, userIds, staysComment }: TakenBack): Promise<void> {
  if (userIds === undefined) return removeEntries(tx, commentId === undefined ? thread : { ...thread, commentId });
  const sought = { ...thread, commentId: commentId ?? null, kind: kind ?? null, userIds, includesRead: false };
  const entries = await selectEntriesOf(tx, sought);
  if (entries.length === 0) return;
  if (staysComment) await keepAsComments(tx, thread, entries);
  await removeFromEntries(tx, thread, entries);
}

/** Takes users out of all their entries about a comment, except the given ones, which replace them. */
export async function replaceEntries(
  tx: Db,
  comment: OfThread & { readonly commentId: string },
  userIds: readonly string[],
  by: ReadonlySet<number>,
): Promise<void> {
  const entries = await selectEntriesOf(tx, { ...comment, kind: null, userIds, includesRead: true });
  const former = entries.filter(({ notificationRef }) => !by.has(notificationRef));
  if (former.length > 0) await removeFromEntries(tx, comment, former);
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

/** Copies entries about comments to ones that only say that somebody commented, for users whose configs admit these. */
async function keepAsComments(tx: Db, thread: OfThread, entries: readonly AddressedEntry[]): Promise<void> {
  const { apiKeyId, organizationId } = thread;
  const ofComments = entries.filter(({ commentId }) => commentId !== null);
  const ways = await ContactWays.read(
    tx,
    ofComments.map(({ userId }) => ({ ...thread, userId })),
  );
  const isWanted = ({ userId }: AddressedEntry) => ways.known(thread, { user: { userId }, isDirected: false }).inbox;
  const kept = Map.groupBy(ofComments.filter(isWanted), ({ notificationRef }) => notificationRef);
  const rows = await selectNotifications(tx, { apiKeyId, organizationId, userId: "" }, [...kept.keys()]);
  for (const { notificationRef, readAtMs: _, ...row } of rows) {
    const users = kept.get(notificationRef) ?? [];
    const userIds = users.map(({ userId }) => userId);
    const named = (JSON.parse(row.notifyUsers) as StoredUser[]).filter(({ userId }) => userIds.includes(userId));
    const source = JSON.parse(row.sourceData) as JsonObject;
    const details = JSON.parse(row.details) as JsonObject;
    await insertNotification(tx, {
      ...row,
      apiKeyId,
      organizationId,
      annotationId: thread.annotationId,
      commentId: users[0]?.commentId ?? null,
      notificationId: entryId([row.notificationId, "comment", ...userIds.toSorted()]),
      headlineTemplate: headlines.comment,
      sourceData: JSON.stringify({ ...source, kind: "comment" }),
      notifyUsers: JSON.stringify(named),
      userIds,
      locationId: locationIdOf(details, source),
      // Its headline is the shortest of all.
      storedBytes: users[0]?.storedBytes ?? 0,
    });
  }
}
