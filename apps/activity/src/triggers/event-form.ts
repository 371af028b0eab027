import { isWebhookTrigger } from "@parley/contracts/workspace";
import type { ThreadChange } from "../changes/thread-change.ts";
import type { WritePolicy } from "../changes/write-policy.ts";

/** A change and how much its event carries. */
export interface FormedChange {
  readonly change: ThreadChange;
  /** `people`: the thread without its other comments; `bare`: ids alone. */
  readonly form: "whole" | "people" | "bare";
}

/**
 * The changes that somebody wants to be notified of. Webhooks and mails get the thread as it is; where only inboxes want the change, its
 * event carries the people of the thread, and of what was deleted nothing but the ids.
 */
export function wantedChanges(changes: readonly ThreadChange[], policy: WritePolicy): FormedChange[] {
  return changes.flatMap((change) => {
    const form = formOf(change, policy);
    return form === undefined ? [] : [{ change, form }];
  });
}

function formOf({ trigger, taggedIds = [], changes = {} }: ThreadChange, { triggers, inboxTriggers }: WritePolicy) {
  const tags = taggedIds.length > 0 && triggers.has("comment.tag");
  if (isWebhookTrigger(trigger) && (triggers.has(trigger) || tags)) return "whole";
  if (!inboxTriggers.has(trigger)) return undefined;
  // Of what the log alone would know, inboxes want to know where a thread has gone.
  if (trigger === "comment_annotation.update") return changes.location === undefined ? undefined : "people";
  return trigger === "comment.delete" || trigger === "comment_annotation.delete" ? "bare" : "people";
}
