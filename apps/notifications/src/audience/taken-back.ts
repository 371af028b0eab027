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
 * and all those of a user who no longer takes part in the thread.
 */
export function takenBackBy(event: WebhookTriggered): TakenBack | undefined {
  const { trigger, commentId, withdrawnUserId } = event;
  switch (trigger) {
    case "comment_annotation.delete":
      return {};
    case "comment.delete":
      return { commentId };
    case "comment.untag":
      return { commentId, kind: "tag", userIds: [withdrawnUserId], staysComment: true };
    case "comment_annotation.leave":
      return { userIds: [withdrawnUserId] };
    case "comment_annotation.assign": {
      const former = readJson<UserJson>(event.oldAssigneeJson);
      return former && { kind: "assign", userIds: [former.userId], staysComment: true };
    }
    default:
      return undefined;
  }
}
