import { threadEnd } from "@parley/contracts/activity";
import { actionTypes } from "./action-types.ts";
import { jsonOrNull, type TriggerEvent, textOrNull } from "./trigger-event.ts";

/** Where the folder of the thread goes: no JSON holds this character. */
const folderMark = "\u0001";

/**
 * The body for the raw endpoint up to what is resolved at the first attempt: it lacks the folder of the thread and the names in `metadata`, which
 * comes last, and so the end. The thread is passed on as it came, without being read.
 */
export function rawDraft(webhookId: string, event: TriggerEvent, locationId: string | undefined): string {
  const { trigger, actorJson, targetCommentJson, oldStatusJson, newStatusJson, newPriorityJson, occurredAtMs, organizationId, documentId } =
    event;
  const texts = JSON.stringify({ webhookId, event: trigger, actionType: actionTypes[trigger], notificationSource: "comment" });
  const ids = { apiKey: event.apiKeyId, organizationId, documentId, clientOrganizationId: organizationId, clientDocumentId: documentId };
  return (
    `${texts.slice(0, -1)},"actionUser":${jsonOrNull(actorJson)},"commentAnnotation":${threadOf(event)},` +
    `"targetComment":${jsonOrNull(targetCommentJson)},"oldStatus":${jsonOrNull(oldStatusJson)},"newStatus":${jsonOrNull(newStatusJson)},` +
    `"newPriority":${jsonOrNull(newPriorityJson)}${detailsOf(event)},"timestamp":${occurredAtMs},` +
    `"metadata":${JSON.stringify(ids).slice(0, -1)},"locationId":${textOrNull(locationId ?? "")}`
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
  return `${draft.replace(folderMark, () => JSON.stringify(folderId))},${names.slice(1)},"sequence":${sequence}}`;
}

function threadOf({ annotationJson }: TriggerEvent): string {
  if (!annotationJson.endsWith(threadEnd)) return jsonOrNull(annotationJson);
  return `${annotationJson.slice(0, -threadEnd.length)}${threadEnd.replace("null", folderMark)}`;
}

// Only in events that have them.
function detailsOf(event: TriggerEvent): string {
  const { trigger, oldPriorityJson, oldAssigneeJson, newAssigneeJson, reaction, annotationIsPartial, commentCount } = event;
  const details: string[] = [];
  if (trigger === "comment_annotation.priority_change") details.push(`"oldPriority":${jsonOrNull(oldPriorityJson)}`);
  if (trigger === "comment_annotation.assign") {
    // Whoever takes the assignment away assigns nobody.
    details.push(`"assigned":${newAssigneeJson !== ""}`);
    details.push(`"oldAssignee":${jsonOrNull(oldAssigneeJson)}`, `"newAssignee":${jsonOrNull(newAssigneeJson)}`);
  }
  if (reaction !== "") details.push(`"reaction":${JSON.stringify(reaction)}`);
  // The thread was too large to be sent whole: how many comments it really has.
  if (annotationIsPartial) details.push(`"isCommentAnnotationPartial":true`, `"commentCount":${commentCount}`);
  return details.map((detail) => `,${detail}`).join("");
}
