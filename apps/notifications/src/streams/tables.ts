import { id, int8 } from "@parley/database/schema";
import { index, integer, pgSchema, primaryKey } from "drizzle-orm/pg-core";
import { nowMs } from "../clock/now-ms.ts";

const schema = pgSchema("notifications");

/** Copies of immutable columns, so that an inbox is read without its notifications. */
export const recipients = schema.table(
  "recipients",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    userId: id("user_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull(),
    notificationRef: int8("notification_ref").notNull(),
    documentId: id("document_id").notNull(),
    storedBytes: integer("stored_bytes").notNull(),
  },
  (t) => [
    index("recipients_by_document").on(t.apiKeyId, t.organizationId, t.userId, t.documentId, t.createdAtMs, t.notificationRef), // include (stored_bytes)
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.userId, t.createdAtMs, t.notificationRef] }), // include (document_id, stored_bytes)
  ],
);

/** A row for each notification that a user has read, addressed by name or to all. */
export const readMarks = schema.table(
  "read_marks",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    notificationRef: int8("notification_ref").notNull(),
    userId: id("user_id").notNull(),
    readAtMs: int8("read_at_ms").notNull().default(nowMs),
  },
  (t) => [
    index("read_marks_by_user").on(t.apiKeyId, t.organizationId, t.userId, t.notificationRef),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.notificationRef, t.userId] }),
  ],
);
