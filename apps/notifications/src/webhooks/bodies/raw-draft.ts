import { actionTypes } from "./action-types.ts";
import { jsonOrNull, type TriggerEvent, textOrNull } from "./trigger-event.ts";

/**
 * The body for the raw endpoint up to what is resolved at the first attempt: it lacks the names in `metadata`, which comes last, and so the end.
 * The thread is passed on as it came, without being read.
 */
export function rawDraft(webhookId: string, event: TriggerEvent, locationId: string | undefined): string {
  const { trigger, actorJson, annotationJson, targetCommentJson, oldStatus, newStatus, newPriority, occurredAtMs } = event;
  const texts = JSON.stringify({ webhookId, event: trigger, actionType: actionTypes[trigger], notificationSource: "comment" });
  return (
    `${texts.slice(0, -1)},"actionUser":${jsonOrNull(actorJson)},"commentAnnotation":${jsonOrNull(annotationJson)},` +
    `"targetComment":${jsonOrNull(targetCommentJson)},"oldStatus":${textOrNull(oldStatus)},"newStatus":${textOrNull(newStatus)},` +
    `"newPriority":${textOrNull(newPriority)}${detailsOf(event)},"timestamp":${occurredAtMs},` +
    `"metadata":{"apiKey":${JSON.stringify(event.apiKeyId)},"organizationId":${JSON.stringify(event.organizationId)},` +
    `"documentId":${JSON.stringify(event.documentId)},"locationId":${textOrNull(locationId ?? "")}`
  );
}

export interface Names {
  readonly organizationName: string | null;
  readonly documentName: string | null;
  readonly folderId: string | null;
}

/** The body, made of its draft. */
export function completeRaw(draft: string, sequence: number, { organizationName, documentName, folderId }: Names): string {
  const names = JSON.stringify({ organizationName, documentName, folderId });
  return `${draft},${names.slice(1)},"sequence":${sequence}}`;
}

// Only in events that have them.
function detailsOf(event: TriggerEvent): string {
  const { trigger, oldPriority, oldAssigneeJson, newAssigneeJson, reaction, annotationIsPartial, commentCount } = event;
  const details: string[] = [];
  if (trigger === "comment_annotation.priority_change") details.push(`"oldPriority":${textOrNull(oldPriority)}`);
  if (trigger === "comment_annotation.assign") {
    details.push(`"oldAssignee":${jsonOrNull(oldAssigneeJson)}`, `"newAssignee":${jsonOrNull(newAssigneeJson)}`);
  }
  if (reaction !== "") details.push(`"reaction":${JSON.stringify(reaction)}`);
  // The thread was too large to be sent whole: how many comments it really has.
  if (annotationIsPartial) details.push(`"isCommentAnnotationPartial":true`, `"commentCount":${commentCount}`);
  return details.map((detail) => `,${detail}`).join("");
}
