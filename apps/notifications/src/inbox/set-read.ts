import type { Context } from "../context.ts";
import { markRead, markUnread, notificationsWithoutNeed, type OfRecipient } from "./read-marks.store.ts";

/** The outcome of marking notifications; those in neither set are not addressed to the user. */
export interface Marked {
  readonly marked: ReadonlySet<string>;
  /** Refused because the API key's quota of marks is used up. */
  readonly refused: ReadonlySet<string>;
}

/** Marks the notifications addressed to the user as read, as far as the quota of marks allows, or as unread. */
export async function setRead({ database, limits }: Context, recipient: OfRecipient, isRead: boolean): Promise<Marked> {
  if (!isRead) return { marked: await markUnread(database, recipient), refused: new Set() };
  const { apiKeyId, notificationIds } = recipient;
  await limits.readMarks.prepare(apiKeyId, notificationIds.length);
  const { result, refused } = await limits.readMarks.admitNew(apiKeyId, notificationIds, {
    needless: (some) => notificationsWithoutNeed(database, { ...recipient, notificationIds: some }),
    add: (admitted) => markRead(database, { ...recipient, notificationIds: admitted }),
    addedBy: (rows) => rows.filter(({ added }) => added).length,
  });
  return { marked: new Set(result.map(({ notificationId }) => notificationId)), refused: new Set(refused) };
}
