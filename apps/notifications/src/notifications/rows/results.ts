import { failed, type Result, succeeded } from "@parley/contracts/common";

/** The results of notifications to be marked. */
export function markResults(notificationIds: readonly string[], marked: ReadonlySet<string>, isRead: boolean): Result[] {
  const done = isRead ? "The notification is marked as read." : "The notification is marked as unread.";
  return notificationIds.map((id) =>
    marked.has(id) ? succeeded(id, done) : failed(id, "not_found", `The user has no notification ${id} in the organization.`),
  );
}
