import { fromBinary, type MessageShape } from "@bufbuild/protobuf";
import { webhookTriggersTopic } from "@parley/contracts/topics";
import type { WebhookTrigger } from "@parley/contracts/workspace";
import { type JsonObject, shownText } from "@parley/kernel";

/** An event of the activity service. */
export type WebhookTriggered = MessageShape<typeof webhookTriggersTopic.message>;

/** An event with a known trigger. */
export type TriggerEvent = WebhookTriggered & { readonly trigger: WebhookTrigger };

export interface UserJson extends JsonObject {
  readonly userId: string;
}

/** All users who gave a reaction. */
interface ReactionJson extends JsonObject {
  readonly annotationId: string;
  readonly fromUsers: { readonly from: UserJson; readonly lastUpdated: number }[];
}

/** The fields of a comment that are read here; all others are passed on unchanged. */
export interface CommentJson extends JsonObject {
  readonly commentId?: string;
  readonly from?: UserJson;
  readonly commentText?: string;
  readonly commentHtml?: string;
  readonly attachments?: JsonObject[];
  readonly taggedUserContacts?: { readonly userId: string; readonly contact: UserJson }[];
  readonly reactionAnnotations?: ReactionJson[];
  readonly reactionAnnotationIds?: string[];
  readonly createdAt?: number;
}

/** The same for a thread. */
export interface AnnotationJson extends JsonObject {
  readonly status?: JsonObject;
  readonly location?: { readonly id?: string };
  readonly from?: UserJson;
  readonly assignedTo?: UserJson;
  readonly statusUpdatedByUserId?: string;
  readonly resolvedByUserId?: string;
  readonly involvedUsers?: UserJson[];
  readonly mentionedUsers?: UserJson[];
  /** Instead of the users, in a body. */
  readonly involvedUserIds?: string[];
  readonly mentionedUserIds?: string[];
  readonly comments?: CommentJson[];
  readonly metadata?: JsonObject;
}

export type ParsedEvent = ReturnType<typeof parsedEvent>;

/** The event with its JSON parsed; null for missing parts. Fails if a part is not valid JSON. */
export function parsedEvent(message: TriggerEvent) {
  const parsed = <Value>(text: string) => readJson<Value>(text) ?? null;
  return {
    message,
    actor: parsed<UserJson>(message.actorJson),
    annotation: parsed<AnnotationJson>(message.annotationJson),
    targetComment: parsed<CommentJson>(message.targetCommentJson),
    oldStatus: parsed<JsonObject>(message.oldStatusJson),
    newStatus: parsed<JsonObject>(message.newStatusJson),
    oldPriority: parsed<JsonObject>(message.oldPriorityJson),
    newPriority: parsed<JsonObject>(message.newPriorityJson),
    oldAssignee: parsed<UserJson>(message.oldAssigneeJson),
    newAssignee: parsed<UserJson>(message.newAssigneeJson),
  };
}

/** What mails and inboxes show of a comment; empty if it has no content, or there is no comment. */
export function textOf({ commentText = "", commentHtml = "", attachments }: CommentJson = {}): string {
  return shownText({ commentText, commentHtml, attachments });
}

/** JSON of an event; undefined if the event has none. */
export function readJson<Value>(text: string): Value | undefined {
  return text === "" ? undefined : (JSON.parse(text) as Value);
}

/** The event that a delivery has stored. */
export function readStoredEvent(payload: Uint8Array): ParsedEvent {
  return parsedEvent(fromBinary(webhookTriggersTopic.message, payload) as TriggerEvent);
}
