import type { Context } from "../context.ts";
import { markRead, markUnread, notificationsWithoutNeed, type OfRecipient } from "./read-marks.store.ts";

/** What became of notifications that were to be marked; those in neither set are not addressed to the user. */
export interface Marked {
  readonly marked: ReadonlySet<string>;
  /** The API key has no room for their marks. */
  readonly refused: ReadonlySet<string>;
}

/** Marks those of the notifications that are addressed to the user as read, as far as there is room for marks, or as unread. */
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
