import { sql } from "@parley/database";
import {
  apiKeyEraser,
  byIdOrName,
  documentRanges,
  type Eraser,
  type Erasers,
  type Erasure,
  type ListPlaces,
  locationRanges,
  mentionEraser,
  messageEraser,
  organizationRange,
  organizationRanges,
  organizationsOf,
  type RowSource,
  rowEraser,
  userRanges,
} from "@parley/erasure";
import type { PgColumn } from "drizzle-orm/pg-core";
import {
  configs,
  deletedNotifications,
  deliveryGroups,
  emailItems,
  emailQueue,
  emailSuppressions,
  emails,
  notifications,
  readMarks,
  recipients,
  waitingEvents,
  webhookAttempts,
  webhookDeliveries,
  webhookDocuments,
  webhookEndpointStates,
  webhookGoneEndpoints,
  webhookPayloads,
  webhookQueue,
  webhookRecoveries,
} from "../schema.ts";
import { withCopies } from "./delivery-copies.ts";
import { counterErasers, webhookEraser } from "./delivery-erasers.ts";
import { emailEraser, emailItemEraser, emailSuppressionEraser } from "./mail-erasers.ts";
import { notificationEraser, recipientEraser } from "./notification-erasers.ts";
import { withWaitingEvents } from "./waiting-event-eraser.ts";

const schema = "notifications";

const byTime = [notifications.createdAtMs, notifications.notificationRef] as const;

const sameOrganization = ({ organizationId }: { readonly organizationId: PgColumn }) => sql`t.${organizationId} = r.organization_id`;
const sameDocument = (table: typeof notifications | typeof configs) => sql`${sameOrganization(table)} and t.${table.documentId} = r.id`;

/** The notifications of an object. Each search is in the order of the index that serves it. */
const notificationSources = {
  ofUser: {
    table: notifications,
    match: sql`${sameOrganization(notifications)} and t.${notifications.actionUserId} = r.id`,
    key: byTime,
    writtenAt: notifications.createdAtMs,
  },
  ofOrganization: {
    table: notifications,
    match: sameOrganization(notifications),
    key: [notifications.notificationId],
    writtenAt: notifications.createdAtMs,
  },
  ofDocument: { table: notifications, match: sameDocument(notifications), key: byTime, writtenAt: notifications.createdAtMs },
  // A notification belongs to a location if its details or its source data name it as `location`, or the latter as `locationId`.
  ofLocation: {
    table: notifications,
    match: sql`${sameDocument(notifications)} and (t.${notifications.locationId} = r.part
      or t.${notifications.sourceData} #>> '{location,id}' = r.part or t.${notifications.sourceData} ->> 'locationId' = r.part)`,
    key: byTime,
    writtenAt: notifications.createdAtMs,
  },
  ofLocationName: {
    table: notifications,
    match: sql`${sameDocument(notifications)} and (t.${notifications.details} #>> '{location,locationName}' = r.part
      or t.${notifications.sourceData} #>> '{location,locationName}' = r.part
      or t.${notifications.sourceData} ->> 'locationName' = r.part)`,
    key: byTime,
    writtenAt: notifications.createdAtMs,
  },
} as const satisfies Record<string, RowSource>;

const recipientsOfUser: RowSource = {
  table: recipients,
  match: sql`${sameOrganization(recipients)} and t.${recipients.userId} = r.id`,
  key: [recipients.createdAtMs, recipients.notificationRef],
  writtenAt: recipients.createdAtMs,
};

const readMarksOfUser: RowSource = {
  table: readMarks,
  match: sql`${sameOrganization(readMarks)} and t.${readMarks.userId} = r.id`,
  key: [readMarks.notificationRef],
  writtenAt: readMarks.readAtMs,
};

const configSources = {
  ofUser: {
    table: configs,
    match: sql`${sameOrganization(configs)} and t.${configs.userId} = r.id`,
    key: [configs.documentId],
    writtenAt: configs.updatedAtMs,
  },
  ofOrganization: {
    table: configs,
    match: sameOrganization(configs),
    key: [configs.userId, configs.documentId],
    writtenAt: configs.updatedAtMs,
  },
  ofDocument: { table: configs, match: sameDocument(configs), key: [configs.userId], writtenAt: configs.updatedAtMs },
} as const satisfies Record<string, RowSource>;

const users = ({ scope }: Erasure) => scope.userIds;
const asOne = () => [""];
const inNotifications = organizationsOf(schema, notifications);
const usersIn = (table: Parameters<typeof organizationsOf>[1]) => organizationRanges(organizationsOf(schema, table), users);

const eraseMessages = messageEraser(schema);
const messages = (ranges: Eraser["ranges"]) => withWaitingEvents(eraseMessages(ranges));
const counters = counterErasers(organizationRange);
const configsOfDocument = rowEraser(schema, "erase_configs_of_document", configSources.ofDocument, organizationRange);
const notificationsOfDocument = notificationEraser("erase_find_by_document", notificationSources.ofDocument, organizationRange);

const ofUsers = {
  notifications: notificationEraser("erase_find_by_user", notificationSources.ofUser, organizationRanges(inNotifications, users)),
  recipients: recipientEraser(recipientsOfUser, usersIn(recipients)),
  mentions: mentionEraser(
    {
      schema,
      source: notificationSources.ofOrganization,
      columns: [notifications.notifyUsers, notifications.templateData, notifications.sourceData, notifications.details],
    },
    organizationRanges(inNotifications, asOne),
  ),
  "read-marks": rowEraser(schema, "erase_read_marks_of_user", readMarksOfUser, usersIn(readMarks)),
  configs: rowEraser(schema, "erase_configs_of_user", configSources.ofUser, usersIn(configs)),
  webhooks: withCopies(webhookEraser(userRanges)),
  emails: emailEraser(userRanges),
  "email-items": emailItemEraser(usersIn(emailItems)),
  "email-suppressions": emailSuppressionEraser,
  messages: messages(userRanges),
};

const ofOrganization = {
  notifications: notificationEraser("erase_find_by_organization", notificationSources.ofOrganization, organizationRange),
  configs: rowEraser(schema, "erase_configs_of_organization", configSources.ofOrganization, organizationRange),
  webhooks: webhookEraser(organizationRange),
  emails: emailEraser(organizationRange),
  "webhook-counters": counters.ofOrganization,
  messages: messages(organizationRange),
};

const ofLocation = {
  notifications: byIdOrName(
    notificationEraser("erase_find_by_location", notificationSources.ofLocation, locationRanges),
    notificationEraser("erase_find_by_location_name", notificationSources.ofLocationName, locationRanges),
  ),
  webhooks: webhookEraser(locationRanges),
  emails: emailEraser(locationRanges),
  messages: messages(locationRanges),
};

const ofApiKey = {
  rows: apiKeyEraser(schema, [
    { key: readMarks.apiKeyId, order: [readMarks.organizationId, readMarks.notificationRef, readMarks.userId] },
    { key: recipients.apiKeyId, order: [recipients.organizationId, recipients.userId, recipients.createdAtMs, recipients.notificationRef] },
    { key: notifications.apiKeyId, order: [notifications.organizationId, notifications.notificationId] },
    { key: deletedNotifications.apiKeyId, order: [deletedNotifications.notificationRef] },
    { key: waitingEvents.apiKeyId, order: [waitingEvents.waitingRef] },
    { key: configs.apiKeyId, order: [configs.organizationId, configs.userId, configs.documentId] },
    { key: emailQueue.apiKeyId, order: [emailQueue.emailId] },
    { key: emailItems.apiKeyId, order: [emailItems.emailId, emailItems.itemId] },
    { key: emails.apiKeyId, order: [emails.createdAtMs, emails.emailId] },
    { key: emailSuppressions.apiKeyId, order: [emailSuppressions.address] },
    { key: webhookQueue.apiKeyId, order: [webhookQueue.target, webhookQueue.documentKey, webhookQueue.deliveryId] },
    { key: webhookAttempts.apiKeyId, order: [webhookAttempts.deliveryId, webhookAttempts.number] },
    { key: webhookPayloads.apiKeyId, order: [webhookPayloads.deliveryId] },
    { key: webhookDeliveries.apiKeyId, order: [webhookDeliveries.createdAtMs, webhookDeliveries.deliveryId] },
    { key: webhookDocuments.apiKeyId, order: [webhookDocuments.organizationId, webhookDocuments.documentId] },
    { key: webhookGoneEndpoints.apiKeyId, order: [webhookGoneEndpoints.target] },
    { key: webhookEndpointStates.apiKeyId, order: [webhookEndpointStates.target] },
    { key: deliveryGroups.apiKeyId, order: [deliveryGroups.kind, deliveryGroups.target] },
    { key: webhookRecoveries.apiKeyId, order: [webhookRecoveries.recoveryId] },
  ]),
};

/** The erasers of this service's collections. */
export function erasers(list: ListPlaces): Erasers<"notifications"> {
  const ranges = documentRanges(list);
  const ofDocuments = {
    notifications: { ...notificationsOfDocument, ranges },
    configs: { ...configsOfDocument, ranges },
    webhooks: webhookEraser(ranges),
    emails: emailEraser(ranges),
    "webhook-counters": { ...counters.ofDocument, ranges },
    messages: messages(ranges),
  };
  return {
    user: ofUsers,
    organization: ofOrganization,
    folder: ofDocuments,
    document: ofDocuments,
    location: ofLocation,
    apiKey: ofApiKey,
  };
}
