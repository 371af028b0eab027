import { failed, type Result, succeeded } from "@parley/contracts/common";
import { shortened } from "@parley/kernel";
import { type Quota, quotaReached } from "@parley/runtime";
import type { Marked } from "./set-read.ts";

/** The results of notifications to be marked. */
export function markResults(notificationIds: readonly string[], { marked, refused }: Marked, isRead: boolean, quota: Quota): Result[] {
  const done = isRead ? "The notification is marked as read." : "The notification is marked as unread.";
  return notificationIds.map((id) => {
    if (refused.has(id)) return failed(id, quotaReached, quota.refusal);
    return marked.has(id)
      ? succeeded(id, done)
      : failed(id, "not_found", `The user has no notification ${shortened(id)} in the organization.`);
  });
}
