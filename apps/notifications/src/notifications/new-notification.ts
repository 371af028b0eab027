import type { AddNotificationRequest } from "@parley/contracts/notifications";
import { deterministicId, Failure, type FieldViolation, type JsonObject, maxIdLength } from "@parley/kernel";
import { sourceOfEntry } from "./rows/entry-id.ts";
import { headlineValues, longestActor, longestName } from "./rows/headline.ts";
import type { NewNotification } from "./rows/new-notifications.store.ts";
import { type StoredUser, storedUser } from "./rows/stored-user.ts";
import { renderedLength } from "./rows/template.ts";

const idShape = /^[A-Za-z0-9_-]{1,128}$/;
const maxHeadlineCharacters = 20_000;
const maxUsersBytes = 1024 * 1024;
// The most bytes of UTF-8 for a UTF-16 code unit.
const bytesPerCharacter = 3;

/** The row of a request. Fails with `invalid_argument` and every broken rule beyond those of single fields. */
export function newNotification(request: AddNotificationRequest): NewNotification {
  const actionUser = storedUser(required(request.actionUser));
  const users = [...new Map(request.notifyUsers.map((user) => [user.userId, storedUser(user)])).values()];
  const texts = {
    actionUser: JSON.stringify(actionUser),
    headlineTemplate: request.displayHeadlineMessageTemplate,
    templateData: request.displayHeadlineMessageTemplateDataJson || "{}",
    bodyMessage: request.displayBodyMessage ?? null,
    notifyUsers: JSON.stringify(users),
    sourceData: request.notificationSourceDataJson || "{}",
  };
  const data = JSON.parse(texts.templateData) as JsonObject;
  const lengthFor = (recipient: StoredUser | undefined, actor = actionUser) =>
    renderedLength(texts.headlineTemplate, headlineValues({ data, actionUser: actor, recipient }));
  refuse([
    ...problemsOf(request),
    ...(lengthFor(undefined) > maxHeadlineCharacters
      ? [
          {
            field: "display_headline_message_template",
            message: `The headline must have at most ${maxHeadlineCharacters} characters with its variables filled in.`,
          },
        ]
      : []),
    ...(Buffer.byteLength(texts.notifyUsers) > maxUsersBytes
      ? [{ field: "notify_users", message: `The users to notify must have at most ${maxUsersBytes} bytes of JSON together.` }]
      : []),
  ]);
  const notificationId = request.notificationId || deterministicId("ntf");
  return {
    notificationId,
    apiKeyId: request.apiKeyId,
    organizationId: request.organizationId,
    documentId: request.documentId,
    actionUserId: actionUser.userId,
    notifyAll: request.notifyAll,
    createdAtMs: null,
    userIds: users.map(({ userId }) => userId),
    storedBytes: bytesOf(Object.values(texts)) + bytesPerCharacter * lengthFor(longestUser, longestActor(actionUser)),
    ...sourceOfEntry(notificationId, JSON.parse(texts.sourceData) as JsonObject),
    ...texts,
  };
}

function problemsOf({ notificationId, notifyUsers, notifyAll }: AddNotificationRequest): FieldViolation[] {
  const problems: FieldViolation[] = [];
  if (notificationId !== "" && !idShape.test(notificationId)) {
    problems.push({ field: "notification_id", message: "The id of a notification must have 1 to 128 letters, digits, _ and -." });
  }
  if (notifyUsers.length === 0 && !notifyAll) {
    problems.push({ field: "notify_users", message: "At least one user to notify is required, unless notifyAll is true." });
  }
  return problems;
}

function refuse(violations: readonly FieldViolation[]): void {
  if (violations.length === 0) return;
  throw new Failure("invalid_argument", violations.map(({ message }) => message).join(" "), { violations });
}

// Names and e-mails have at most 1,000 characters: an upper bound for any reader.
const longestUser: StoredUser = { userId: "x".repeat(maxIdLength), name: longestName };

function bytesOf(texts: readonly (string | null)[]): number {
  return texts.reduce((bytes, text) => bytes + (text === null ? 0 : Buffer.byteLength(text)), 0);
}

// The field rules have been checked before.
function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A required field is missing.");
  return value;
}
