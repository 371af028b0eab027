import type { JsonObject } from "@parley/kernel";
import type { Level } from "../../config/levels.ts";
import { headlineValues } from "../../notifications/rows/headline.ts";
import type { StoredUser } from "../../notifications/rows/stored-user.ts";
import { renderTemplate } from "../../notifications/rows/template.ts";
import type { MailItem } from "../compose/mail-content.ts";
import type { ItemRow, NotificationOf } from "../queue/email-items-of.store.ts";

/** The recipient as known to the users service. */
export interface Recipient {
  readonly userId: string;
  readonly name: string;
  readonly email: string;
  readonly inOrganization: boolean;
}

/** The items of a mail that are still wanted when it is sent, or the reason why none is: a fixed word of the log. */
export function wantedItems(
  items: readonly ItemRow[],
  level: Level,
  recipient: Recipient,
): readonly MailItem[] | "level" | "read" | "nothing_left" {
  if (level === "NONE") return "level";
  const wanted = items.filter((item) => level === "ALL" || isDirected(item, recipient.userId));
  if (wanted.length === 0) return items.length === 0 ? "nothing_left" : "level";
  const existing = wanted.filter((item) => isAddressed(item, recipient));
  if (existing.length === 0) return "nothing_left";
  const unread = existing.filter(({ notification }) => !notification?.isRead);
  return unread.length === 0 ? "read" : unread.map((item) => mailItem(item, recipient));
}

function isDirected({ kind, isDirected, notification }: ItemRow, userId: string): boolean {
  return kind === "notification" ? notification !== undefined && names(notification, userId) : isDirected;
}

// A deleted notification is not sent. A notification to all users of an organization is sent only to those who still belong to it.
function isAddressed({ kind, notification }: ItemRow, { userId, inOrganization }: Recipient): boolean {
  if (kind !== "notification") return true;
  return notification !== undefined && (names(notification, userId) || (notification.notifyAll && inOrganization));
}

function mailItem(item: ItemRow, recipient: Recipient): MailItem {
  const { kind, commentId, writtenAtMs: atMs, notification } = item;
  const text = notification === undefined ? item.text : notificationText(notification, recipient);
  return { kind, from: item.actorName || item.actorId, text, commentId, atMs };
}

function notificationText(
  { headlineTemplate, templateData, actionUser, bodyMessage }: NotificationOf,
  { userId, name, email }: Recipient,
): string {
  const data = JSON.parse(templateData) as JsonObject;
  const recipient: StoredUser = { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) };
  const values = headlineValues({ data, actionUser: JSON.parse(actionUser) as StoredUser, recipient });
  // A single line, because the body follows it.
  const headline = renderTemplate(headlineTemplate, values).replaceAll(/\s+/g, " ");
  return bodyMessage ? `${headline}\n${bodyMessage}` : headline;
}

function names({ notifyUsers }: NotificationOf, userId: string): boolean {
  return (JSON.parse(notifyUsers) as StoredUser[]).some((user) => user.userId === userId);
}
