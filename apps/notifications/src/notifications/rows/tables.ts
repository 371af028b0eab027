import { id, int8, jsonText } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgSchema, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { nowMs } from "../../clock/now-ms.ts";

const schema = pgSchema("notifications");

export const notifications = schema.table(
  "notifications",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    notificationId: id("notification_id").notNull(),
    notificationRef: int8("notification_ref").notNull().generatedAlwaysAsIdentity(),
    documentId: id("document_id").notNull(),
    actionUserId: id("action_user_id").notNull(),
    actionUser: jsonText("action_user").notNull(),
    headlineTemplate: text("headline_template").notNull(),
    templateData: jsonText("template_data").notNull(),
    bodyMessage: text("body_message"),
    /** The recipients named explicitly: an array of user objects. */
    notifyUsers: jsonText("notify_users").notNull(),
    notifyAll: boolean("notify_all").notNull(),
    sourceData: jsonText("source_data").notNull(),
    /** What the customer gave besides, as in `AddNotificationRequest.details_json`. */
    details: jsonText("details").notNull().default("{}"),
    /** The location that the details or the source data name; null for none. */
    locationId: id("location_id"),
    /** The thread and comment of an entry about a comment. Both null for any other notification; for an assignment only the comment is. */
    annotationId: id("annotation_id"),
    commentId: id("comment_id"),
    /** The most bytes that it takes in a response, for limiting pages. */
    storedBytes: integer("stored_bytes").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
  },
  (t) => [
    unique("notifications_api_key_id_notification_ref_key").on(t.apiKeyId, t.notificationRef),
    index("notifications_by_action_user").on(t.apiKeyId, t.organizationId, t.actionUserId, t.createdAtMs, t.notificationRef), // include (document_id, stored_bytes)
    index("notifications_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.notificationRef), // include (stored_bytes)
    index("notifications_by_location")
      .on(t.apiKeyId, t.organizationId, t.documentId, t.locationId, t.createdAtMs, t.notificationRef)
      .where(sql`location_id is not null`), // include (stored_bytes)
    index("notifications_by_thread")
      .on(t.apiKeyId, t.organizationId, t.documentId, t.annotationId, t.commentId)
      .where(sql`annotation_id is not null`),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.notificationId] }),
    index("notifications_to_all").on(t.apiKeyId, t.organizationId, t.createdAtMs, t.notificationRef).where(sql`notify_all`), // include (document_id, stored_bytes)
    index("notifications_to_all_by_document")
      .on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.notificationRef)
      .where(sql`notify_all`), // include (stored_bytes)
  ],
);

/** Deleted notifications whose recipients and read marks are yet to be deleted. */
export const deletedNotifications = schema.table(
  "deleted_notifications",
  {
    apiKeyId: id("api_key_id").notNull(),
    notificationRef: int8("notification_ref").notNull(),
    organizationId: id("organization_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull(),
    userIds: text("user_ids").array().notNull(),
    requestedAtMs: int8("requested_at_ms").notNull().default(nowMs),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.notificationRef] })],
);
