import type { MessageInitShape } from "@bufbuild/protobuf";
import type { InboxItemSchema, NotificationSchema, UserNotificationSchema } from "@parley/contracts/notifications";
import type { JsonObject } from "@parley/kernel";
import { bodyOf, headlineValues } from "../notifications/rows/headline.ts";
import type { NotificationRow } from "../notifications/rows/notifications.store.ts";
import { type StoredUser, userMessage } from "../notifications/rows/stored-user.ts";
import { renderTemplate } from "../notifications/rows/template.ts";
import type { Reader } from "./reader.ts";
import { namedActor, type StoredActors } from "./stored-actors.ts";

/** The reader and the acting users for whom headlines are rendered. */
export interface People {
  /** The user for whom headlines are rendered; undefined for nobody in particular. */
  readonly reader: Reader | undefined;
  readonly actors: StoredActors;
}

/** A notification in the form for administration. */
export function notificationMessage(
  organizationId: string,
  row: NotificationRow,
  people: People,
): MessageInitShape<typeof NotificationSchema> {
  const notifyUsers = usersOf(row);
  return {
    ...common(row, shownOf(row, notifyUsers, people)),
    organizationId,
    displayHeadlineMessageTemplate: row.headlineTemplate,
    displayHeadlineMessageTemplateDataJson: row.templateData,
    notifyUsers: notifyUsers.map(userMessage),
    notifyAll: row.notifyAll,
    detailsJson: row.details,
  };
}

/** A notification in the form for its recipient. */
export function inboxItem(row: NotificationRow, people: People): MessageInitShape<typeof InboxItemSchema> {
  return common(row, shownOf(row, usersOf(row), people));
}

/** A notification as part of the reader's own data, in the form of the HTTP interface, without the other recipients. */
export function userNotification(
  organizationId: string,
  row: NotificationRow,
  people: People,
): MessageInitShape<typeof UserNotificationSchema> {
  const { metadata, ...details } = JSON.parse(row.details) as JsonObject;
  const shown = shownOf(row, usersOf(row), people);
  const data = {
    ...details,
    id: row.notificationId,
    notificationId: row.notificationId,
    organizationId,
    documentId: row.documentId,
    metadata: { ...(metadata as JsonObject | undefined), organizationId, documentId: row.documentId },
    actionUser: JSON.parse(row.actionUser),
    displayHeadlineMessageTemplate: row.headlineTemplate,
    displayHeadlineMessageTemplateData: JSON.parse(row.templateData),
    displayHeadlineMessage: shown.headline,
    displayBodyMessage: shown.body ?? "",
    notifyAll: row.notifyAll,
    notificationSourceData: JSON.parse(row.sourceData),
    timestamp: row.createdAtMs,
    isRead: row.readAtMs !== null,
    readAt: row.readAtMs,
  };
  return { id: row.notificationId, createdAtMs: BigInt(row.createdAtMs), dataJson: JSON.stringify(data) };
}

function common(row: NotificationRow, { headline, body }: Shown) {
  return {
    notificationId: row.notificationId,
    documentId: row.documentId,
    actionUser: userMessage(JSON.parse(row.actionUser) as StoredUser),
    displayHeadlineMessage: headline,
    ...(body === null ? {} : { displayBodyMessage: body }),
    notificationSourceDataJson: row.sourceData,
    createdAtMs: BigInt(row.createdAtMs),
    ...(row.readAtMs === null ? {} : { readAtMs: BigInt(row.readAtMs) }),
  };
}

interface Shown {
  readonly headline: string;
  readonly body: string | null;
}

/** The texts with their variables filled in. */
function shownOf(row: NotificationRow, notifyUsers: readonly StoredUser[], { reader, actors }: People): Shown {
  const data = JSON.parse(row.templateData) as JsonObject;
  const actionUser = namedActor(JSON.parse(row.actionUser) as StoredUser, actors);
  const users = { actionUser, recipient: recipientOf(row, notifyUsers, reader) };
  return { headline: renderTemplate(row.headlineTemplate, headlineValues({ data, ...users })), body: bodyOf(row, users) };
}

// The reader as named by the notification, completed by the users service. A user who only caused it is not a recipient.
function recipientOf(
  { notifyAll }: NotificationRow,
  notifyUsers: readonly StoredUser[],
  reader: Reader | undefined,
): StoredUser | undefined {
  if (reader === undefined) return undefined;
  const { user, isMember } = reader;
  const named = notifyUsers.find(({ userId }) => userId === user.userId);
  if (named === undefined) return notifyAll && isMember ? user : undefined;
  const name = named.name || user.name;
  const email = named.email || user.email;
  return { userId: user.userId, ...(name ? { name } : {}), ...(email ? { email } : {}) };
}

function usersOf({ notifyUsers }: NotificationRow): StoredUser[] {
  return JSON.parse(notifyUsers) as StoredUser[];
}
