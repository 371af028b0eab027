import type { AddNotificationRequest } from "@parley/contracts/notifications";
import { deterministicId, type FieldViolation, type JsonObject } from "@parley/kernel";
import { contentRow, refuse } from "./rows/content.ts";
import type { NewNotification } from "./rows/new-notifications.store.ts";
import { sourceOfEntry } from "./rows/source.ts";
import { storedUser, storedUsers } from "./rows/stored-user.ts";

const idShape = /^[A-Za-z0-9_-]{1,128}$/;

/** The row of a request. Fails with `invalid_argument` and every broken rule beyond those of single fields. */
export function newNotification(request: AddNotificationRequest): NewNotification {
  const sourceData = request.notificationSourceDataJson || "{}";
  const { row, violations } = contentRow({
    actionUser: storedUser(required(request.actionUser)),
    users: storedUsers(request.notifyUsers),
    headlineTemplate: request.displayHeadlineMessageTemplate,
    templateData: request.displayHeadlineMessageTemplateDataJson || "{}",
    bodyMessage: request.displayBodyMessage ?? null,
    sourceData,
    details: request.detailsJson || "{}",
  });
  refuse([...problemsOf(request), ...violations]);
  const notificationId = request.notificationId || deterministicId("ntf");
  return {
    notificationId,
    apiKeyId: request.apiKeyId,
    organizationId: request.organizationId,
    documentId: request.documentId,
    notifyAll: request.notifyAll,
    createdAtMs: null,
    ...sourceOfEntry(notificationId, JSON.parse(sourceData) as JsonObject),
    ...row,
  };
}

function problemsOf(request: AddNotificationRequest): FieldViolation[] {
  const { notificationId, notifyUsers, notifyAll, displayHeadlineMessageTemplate: headline, isContentElsewhere } = request;
  const problems: FieldViolation[] = [];
  if (notificationId !== "" && !idShape.test(notificationId)) {
    problems.push({ field: "notification_id", message: "The id of a notification must have 1 to 128 letters, digits, _ and -." });
  }
  if (notifyUsers.length === 0 && !notifyAll) {
    problems.push({ field: "notify_users", message: "At least one user to notify is required, unless notifyAll is true." });
  }
  if (headline === "" && !isContentElsewhere) {
    problems.push({ field: "display_headline_message_template", message: "A headline is required." });
  }
  return problems;
}

// The field rules have been checked before.
function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A required field is missing.");
  return value;
}
