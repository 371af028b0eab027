import { isWebhookTrigger } from "@parley/contracts/workspace";
import type { ThreadChange } from "../changes/thread-change.ts";
import type { WritePolicy } from "../changes/write-policy.ts";

/** A change and the amount of data that its event carries. */
export interface FormedChange {
  readonly change: ThreadChange;
  /** `people`: the thread with its users and without its other comments; `bare`: only ids. */
  readonly form: "whole" | "people" | "bare";
}

/**
 * The changes that subscribers are notified of. Webhooks and mails get the thread as it is. An event that only tells inboxes and pending
 * mails what has become of their content carries the users of the thread, or only ids for a deletion.
 */
export function wantedChanges(changes: readonly ThreadChange[], policy: WritePolicy): FormedChange[] {
  return changes.flatMap((change) => {
    const form = formOf(change, policy);
    return form === undefined ? [] : [{ change, form }];
  });
}

function formOf({ trigger, taggedIds = [], changes = {} }: ThreadChange, { triggers, ownTriggers }: WritePolicy) {
  const tags = taggedIds.length > 0 && triggers.has("comment.tag");
  if (isWebhookTrigger(trigger) && (triggers.has(trigger) || tags)) return "whole";
  if (!ownTriggers.has(trigger)) return undefined;
  // This change usually goes only to the log. Inboxes need it when it moves the thread to another location.
  if (trigger === "comment_annotation.update") return changes.location === undefined ? undefined : "people";
  return trigger === "comment.delete" || trigger === "comment_annotation.delete" ? "bare" : "people";
}
