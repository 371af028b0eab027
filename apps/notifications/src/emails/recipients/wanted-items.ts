import type { JsonObject } from "@parley/kernel";
import type { Member } from "../../audience/members.ts";
import { type Refusal, refusalOf, type Standing } from "../../audience/refusal.ts";
import { bodyOf, headlineValues } from "../../notifications/rows/headline.ts";
import type { StoredUser } from "../../notifications/rows/stored-user.ts";
import { renderTemplate } from "../../notifications/rows/template.ts";
import type { MailItem } from "../compose/mail-content.ts";
import type { ItemRow, NotificationOf } from "../queue/email-items-of.store.ts";

/** The recipient as known to the users service. */
export interface Recipient extends Member {
  readonly userId: string;
}

/** What is known of the recipient besides, when the mail is sent. */
type Circumstances = Pick<Standing, "access" | "level">;

/** The items of a mail that are still wanted when it is sent, or the reason why none is: a fixed word of the log. */
export function wantedItems(items: readonly ItemRow[], known: Circumstances, recipient: Recipient): readonly MailItem[] | Refusal {
  const refusals = items.map((item) => refusalOf(standingOf(item, known, recipient)));
  const wanted = items.filter((_, index) => refusals[index] === undefined);
  if (wanted.length > 0) return wanted.map((item) => mailItem(item, recipient));
  const ofNothing = refusalOf({ ...known, isMember: recipient.isMember, isDirected: true, isThere: false, isRead: false });
  // Several items may be refused for several reasons: the one of the item that came furthest.
  return precedence.findLast((reason) => refusals.includes(reason)) ?? ofNothing ?? "nothing_left";
}

const precedence: readonly Refusal[] = ["disabled", "missing", "not_a_member", "level", "nothing_left", "read"];

/**
 * A notification of the customer's server reaches whom it names, wherever they belong, and otherwise the users of the organization. If it was
 * deleted, nobody knows whom it named.
 */
function standingOf({ kind, isDirected, notification, isRead }: ItemRow, known: Circumstances, recipient: Recipient): Standing {
  if (kind !== "notification") return { ...known, isMember: recipient.isMember, isDirected, isThere: true, isRead };
  if (notification === undefined) return { ...known, isMember: true, isDirected: true, isThere: false, isRead };
  const isNamed = names(notification, recipient.userId);
  const isMember = isNamed || (notification.notifyAll && recipient.inOrganization);
  return { ...known, isMember, isDirected: isNamed, isThere: true, isRead };
}

function mailItem(item: ItemRow, recipient: Recipient): MailItem {
  const { kind, commentId, writtenAtMs: atMs, notification } = item;
  const text = notification === undefined ? item.text : notificationText(notification, recipient);
  return { kind, from: item.actorName || item.actorId, text, commentId, atMs };
}

function notificationText(
  { headlineTemplate, templateData, bodyMessage, details, ...notification }: NotificationOf,
  { userId, name, email }: Recipient,
): string {
  const data = JSON.parse(templateData) as JsonObject;
  const recipient: StoredUser = { userId, ...(name === "" ? {} : { name }), ...(email === "" ? {} : { email }) };
  const actionUser = JSON.parse(notification.actionUser) as StoredUser;
  const values = headlineValues({ data, actionUser, recipient });
  // A single line, because the body follows it.
  const headline = renderTemplate(headlineTemplate, values).replaceAll(/\s+/g, " ");
  const body = bodyOf({ bodyMessage, details }, { actionUser, recipient });
  return body ? `${headline}\n${body}` : headline;
}

function names({ notifyUsers }: NotificationOf, userId: string): boolean {
  return (JSON.parse(notifyUsers) as StoredUser[]).some((user) => user.userId === userId);
}
