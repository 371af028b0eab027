import { readJson, type UserJson, type WebhookTriggered } from "../triggers/trigger-event.ts";

/** Notices of a thread, in inboxes or pending mails, that an event makes untrue. */
export interface TakenBack {
  /** The comment that they are about; absent for every comment and assignment of the thread. */
  readonly commentId?: string;
  /** Only notices of this kind. */
  readonly kind?: "tag" | "assign";
  /** Only notices to these users; absent for everybody, because the subject is gone. */
  readonly userIds?: readonly string[];
  /** Whether the users still take part in the thread, so that a comment is left to them as a comment. */
  readonly staysComment?: boolean;
}

/**
 * The notices that an event takes back: those of a deleted comment or thread, of a tag that an edit removes, of an assignment that has ended,
 * and all those of users who no longer take part in the thread.
 */
export function takenBackBy(event: WebhookTriggered): TakenBack[] {
  const { trigger, commentId, leftUserIds, untaggedUserIds } = event;
  if (trigger === "comment_annotation.delete") return [{}];
  const left = new Set(leftUserIds);
  const staying = (userIds: readonly string[]) => userIds.filter((userId) => !left.has(userId));
  const former = readJson<UserJson>(event.oldAssigneeJson)?.userId;
  const parts: TakenBack[] = [
    ...(trigger === "comment.delete" ? [{ commentId }] : []),
    { userIds: leftUserIds },
    ...(trigger === "comment.update" ? [{ commentId, kind: "tag", userIds: staying(untaggedUserIds), staysComment: true } as const] : []),
    ...(trigger === "comment_annotation.assign" && former !== undefined
      ? [{ kind: "assign", userIds: staying([former]), staysComment: true } as const]
      : []),
  ];
  return parts.filter(({ userIds }) => userIds === undefined || userIds.length > 0);
}
