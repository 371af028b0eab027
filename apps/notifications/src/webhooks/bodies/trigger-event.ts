import type { MessageShape } from "@bufbuild/protobuf";
import type { webhookTriggersTopic } from "@parley/contracts/topics";
import type { WebhookTrigger } from "@parley/contracts/workspace";
import type { JsonObject } from "@parley/kernel";

/** An event of the activity service. */
export type WebhookTriggered = MessageShape<typeof webhookTriggersTopic.message>;

/** An event with a known trigger. */
export type TriggerEvent = WebhookTriggered & { readonly trigger: WebhookTrigger };

export interface UserJson extends JsonObject {
  readonly userId: string;
}

/** The fields of a comment that are read here; everything else is passed on as it is. */
export interface CommentJson extends JsonObject {
  readonly commentId?: string;
  readonly from?: UserJson;
  readonly commentText?: string;
  readonly taggedUserContacts?: { readonly userId: string; readonly contact: UserJson }[];
}

/** The same for a thread. */
export interface AnnotationJson extends JsonObject {
  readonly status?: JsonObject;
  readonly location?: { readonly id?: string };
  readonly involvedUsers?: UserJson[];
  readonly comments?: CommentJson[];
}

/** JSON of an event; undefined when the event has none. */
export function readJson<Value>(text: string): Value | undefined {
  return text === "" ? undefined : (JSON.parse(text) as Value);
}

/** JSON of an event as part of other JSON. */
export function jsonOrNull(text: string): string {
  return text === "" ? "null" : text;
}

/** A text of an event as part of other JSON: null when it is empty. */
export function textOrNull(text: string): string {
  return text === "" ? "null" : JSON.stringify(text);
}

/** The word for each trigger in the field `actionType`. */
export const actionTypes = {
  "comment_annotation.add": "newlyAdded",
  "comment.add": "added",
  "comment.update": "updated",
  "comment.delete": "deleted",
  "comment_annotation.status_change": "statusChanged",
  "comment_annotation.assign": "assigned",
  "comment_annotation.priority_change": "priorityChanged",
  "comment.reaction_add": "reactionAdded",
  "comment.reaction_delete": "reactionDeleted",
} as const satisfies Record<WebhookTrigger, string>;
