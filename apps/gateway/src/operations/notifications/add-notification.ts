import { NotificationsService } from "@parley/contracts/notifications";
import { shortened } from "@parley/kernel";
import * as z from "zod";
import { atLeastOne, filled, on, withRules } from "../field-rules.ts";
import { id, limits, longText } from "../fields.ts";
import { operation } from "../operation.ts";
import { described, texts } from "../texts.ts";
import { newNotificationDetails, storedObject, toDetailsJson } from "./notification-details.ts";
import { notificationUser, toNotificationUser } from "./notification-user.ts";

const maxTemplateCharacters = 10_000;

export const addNotification = operation({
  path: "/v1/notifications/add",
  sdk: "notifications.add",
  auth: "apiKey",
  role: "act",
  summary: "Notify users.",
  description: described(
    "Puts a notification into the inboxes of the users in `notifyUsers`. `notifyAll` addresses everyone who is a user of the organization when the notification is read, however many there are.",
    "Variables of the headline have single curly brackets: `{name}` is taken from the template data, `{actionUser}` need not be repeated there, and `{recipientUser}` is the reader. A user shows its name, else its e-mail address, else its id.",
    "`{{` and `}}` are literal brackets; an unknown variable stays as written. HTML and control characters are kept as given and never interpreted.",
    "Adding the same `notificationId` to the organization again changes nothing and succeeds, and the message says so. Without an id one is generated and returned as `result.notificationId`, and a repeat adds another notification (see `Idempotency-Key`).",
    "`verifyUserPermissions` leaves out users in `notifyUsers` who may not enter the document; the message says how many.",
    "An unknown organization or document is NOT_FOUND, unless `createOrganization` and `createDocument` are set; a new organization needs both.",
  ),
  rpc: NotificationsService.method.addNotification,
  request: withRules(
    z.strictObject({
      organizationId: id().meta(texts.organizationId),
      documentId: id().meta(texts.documentId),
      notificationId: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,128}$/, "must have 1 to 128 letters, digits, _ and -")
        .optional()
        .meta({ description: "Id of the notification." }),
      actionUser: notificationUser().meta(texts.actionUser),
      displayHeadlineMessageTemplate: z
        .string()
        .min(1)
        .max(maxTemplateCharacters)
        .optional()
        .meta({ description: "The headline, with variables in curly brackets." }),
      displayHeadlineMessageTemplateData: storedObject("The values of the headline's variables. "),
      displayBodyMessage: longText().optional().meta({ description: "The text below the headline." }),
      notifyUsers: z.array(notificationUser()).max(limits.items).optional().meta({ description: "The users to notify." }),
      notifyAll: z.boolean().optional().meta({ description: "Notifies all users of the organization." }),
      notificationSourceData: storedObject("The source of the notification; free-form. "),
      ...newNotificationDetails(),
      verifyUserPermissions: z.boolean().optional().meta({ description: "Whether only users who may enter the document are notified." }),
      createDocument: z.boolean().optional().meta({ description: "Creates the document if it does not exist." }),
      createOrganization: z.boolean().optional().meta(texts.createOrganization),
    }),
    atLeastOne(filled("notifyUsers"), on("notifyAll")),
    atLeastOne("displayHeadlineMessageTemplate", on("isNotificationResolverUsed")),
  ),
  response: z.object({
    success: z.boolean().meta(texts.success),
    message: z.string().meta({ description: "The outcome, in a sentence." }),
  }),
  message: "Notification request completed.",
  example: {
    request: {
      organizationId: "acme",
      documentId: "roadmap",
      notificationId: "roadmap-reviewed",
      actionUser: { userId: "alice", name: "Alice Adams", email: "alice@acme.example" },
      displayHeadlineMessageTemplate: "{actionUser} reviewed {what} for {recipientUser}",
      displayHeadlineMessageTemplateData: { what: "the roadmap" },
      displayBodyMessage: "Two questions are open.",
      notifyUsers: [{ userId: "bob", name: "Bob Brown", email: "bob@acme.example" }],
      notificationSourceData: { questions: 2 },
    },
    response: { success: true, message: "The notification roadmap-reviewed was added." },
  },
  toRpc: (data, { apiKeyId }) => ({
    apiKeyId,
    organizationId: data.organizationId,
    documentId: data.documentId,
    notificationId: data.notificationId ?? "",
    actionUser: toNotificationUser(data.actionUser),
    displayHeadlineMessageTemplate: data.displayHeadlineMessageTemplate ?? "",
    isContentElsewhere: data.isNotificationResolverUsed ?? false,
    detailsJson: toDetailsJson(data),
    verifyUserPermissions: data.verifyUserPermissions ?? false,
    displayHeadlineMessageTemplateDataJson: toJsonText(data.displayHeadlineMessageTemplateData),
    ...(data.displayBodyMessage === undefined ? {} : { displayBodyMessage: data.displayBodyMessage }),
    notifyUsers: (data.notifyUsers ?? []).map(toNotificationUser),
    notifyAll: data.notifyAll ?? false,
    notificationSourceDataJson: toJsonText(data.notificationSourceData),
    createDocument: data.createDocument ?? false,
    createOrganization: data.createOrganization ?? false,
  }),
  fromRpc: ({ notificationId, added, leftOutUserIds }, { notifyUsers = [], notifyAll = false }) => ({
    success: true,
    message: messageOf(shortened(notificationId), added, leftOutUserIds.length, !notifyAll && leftOutUserIds.length >= notifyUsers.length),
  }),
  extras: ({ notificationId }) => ({ notificationId }),
});

function messageOf(id: string, added: boolean, leftOut: number, isForNobody: boolean): string {
  if (isForNobody) return "None of the users to notify is a user of the document; nothing was added.";
  if (!added) return `There is a notification ${id} already; nothing was changed.`;
  const without = leftOut === 0 ? "" : ` ${leftOut} of the users to notify were left out, because they are not users of the document.`;
  return `The notification ${id} was added.${without}`;
}

function toJsonText(value: object | undefined): string {
  return value === undefined ? "" : JSON.stringify(value);
}
