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
import { counterErasers, emailEraser, emailItemEraser, emailSuppressionEraser, webhookEraser } from "./delivery-erasers.ts";
import { notificationEraser, recipientEraser } from "./notification-erasers.ts";
import { withWaitingEvents } from "./waiting-event-eraser.ts";

const schema = "notifications";

const byTime = [
  { column: "created_at_ms", type: "bigint" },
  { column: "notification_ref", type: "bigint" },
] as const;

const sameOrganization = "t.organization_id = r.organization_id";
const sameDocument = `${sameOrganization} and t.document_id = r.id`;

/** Notifications in the order of the index that serves each search. */
const notificationSources = {
  ofUser: {
    table: "notifications",
    match: `${sameOrganization} and t.action_user_id = r.id`,
    key: byTime,
    writtenAt: "created_at_ms",
  },
  ofOrganization: {
    table: "notifications",
    match: sameOrganization,
    key: [{ column: "notification_id", type: "text" }],
    writtenAt: "created_at_ms",
  },
  ofDocument: { table: "notifications", match: sameDocument, key: byTime, writtenAt: "created_at_ms" },
  // A notification is about a location when its source data names one: as `location`, or as `locationId`.
  ofLocation: {
    table: "notifications",
    match: `${sameDocument} and (t.source_data #>> '{location,id}' = r.part or t.source_data ->> 'locationId' = r.part)`,
    key: byTime,
    writtenAt: "created_at_ms",
  },
  ofLocationName: {
    table: "notifications",
    match: `${sameDocument} and (t.source_data #>> '{location,locationName}' = r.part or t.source_data ->> 'locationName' = r.part)`,
    key: byTime,
    writtenAt: "created_at_ms",
  },
} as const satisfies Record<string, RowSource>;

const recipientsOfUser: RowSource = {
  table: "recipients",
  match: `${sameOrganization} and t.user_id = r.id`,
  key: byTime,
  writtenAt: "created_at_ms",
};

const readMarksOfUser: RowSource = {
  table: "read_marks",
  match: `${sameOrganization} and t.user_id = r.id`,
  key: [{ column: "notification_ref", type: "bigint" }],
  writtenAt: "read_at_ms",
};

const configSources = {
  ofUser: {
    table: "configs",
    match: `${sameOrganization} and t.user_id = r.id`,
    key: [{ column: "document_id", type: "text" }],
    writtenAt: "updated_at_ms",
  },
  ofOrganization: {
    table: "configs",
    match: sameOrganization,
    key: [
      { column: "user_id", type: "text" },
      { column: "document_id", type: "text" },
    ],
    writtenAt: "updated_at_ms",
  },
  ofDocument: { table: "configs", match: sameDocument, key: [{ column: "user_id", type: "text" }], writtenAt: "updated_at_ms" },
} as const satisfies Record<string, RowSource>;

const users = ({ scope }: Erasure) => scope.userIds;
const asOne = () => [""];
const inNotifications = organizationsOf(schema, "notifications");
const usersIn = (table: string) => organizationRanges(organizationsOf(schema, table), users);

const eraseMessages = messageEraser(schema);
const messages = (ranges: Eraser["ranges"]) => withWaitingEvents(eraseMessages(ranges));
const counters = counterErasers(organizationRange);
const configsOfDocument = rowEraser(schema, "erase_configs_of_document", configSources.ofDocument, organizationRange);
const notificationsOfDocument = notificationEraser("erase_find_by_document", notificationSources.ofDocument, organizationRange);

const ofUsers = {
  notifications: notificationEraser("erase_find_by_user", notificationSources.ofUser, organizationRanges(inNotifications, users)),
  recipients: recipientEraser(recipientsOfUser, usersIn("recipients")),
  mentions: mentionEraser(
    { schema, source: notificationSources.ofOrganization, columns: ["notify_users", "template_data", "source_data"] },
    organizationRanges(inNotifications, asOne),
  ),
  "read-marks": rowEraser(schema, "erase_read_marks_of_user", readMarksOfUser, usersIn("read_marks")),
  configs: rowEraser(schema, "erase_configs_of_user", configSources.ofUser, usersIn("configs")),
  webhooks: webhookEraser(userRanges),
  emails: emailEraser(userRanges),
  "email-items": emailItemEraser(usersIn("email_items")),
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
    { table: "read_marks", order: "organization_id, notification_ref, user_id" },
    { table: "recipients", order: "organization_id, user_id, created_at_ms, notification_ref" },
    { table: "notifications", order: "organization_id, notification_id" },
    { table: "removals", order: "notification_ref" },
    { table: "waiting_events", order: "waiting_ref" },
    { table: "configs", order: "organization_id, user_id, document_id" },
    { table: "email_queue", order: "email_id" },
    { table: "email_items", order: "email_id, item_id" },
    { table: "emails", order: "created_at_ms, email_id" },
    { table: "email_suppressions", order: "address" },
    { table: "webhook_queue", order: "target, document_key, delivery_id" },
    { table: "webhook_attempts", order: "delivery_id, number" },
    { table: "webhook_payloads", order: "delivery_id" },
    { table: "webhook_deliveries", order: "created_at_ms, delivery_id" },
    { table: "webhook_documents", order: "organization_id, document_id" },
    { table: "webhook_gone_endpoints", order: "target" },
    { table: "webhook_recoveries", order: "recovery_id" },
  ]),
};

/** How this service erases from its collections. */
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
