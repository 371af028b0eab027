import { id, int8 } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgSchema, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { nowMs } from "../../clock/now-ms.ts";

const schema = pgSchema("notifications");

/** Storage: fillfactor=75. */
export const emails = schema.table(
  "emails",
  {
    apiKeyId: id("api_key_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    emailId: int8("email_id").notNull().generatedAlwaysAsIdentity(),
    /** The mail's public id. It is the same in every attempt, and the Message-ID is derived from it. */
    publicId: id("public_id").notNull(),
    organizationId: id("organization_id").notNull(),
    documentId: id("document_id").notNull(),
    /** Empty for a notification that names no thread. */
    annotationId: id("annotation_id").notNull(),
    userId: id("user_id").notNull(),
    /** Open: more items may still be added. */
    state: id("state").notNull().default("open"),
    reason: id("reason").notNull().default(""),
    attempts: integer("attempts").notNull().default(0),
    itemCount: integer("item_count").notNull().default(1),
    address: text("address").notNull().default(""),
    sentAtMs: int8("sent_at_ms"),
    response: text("response").notNull().default(""),
    errorClass: id("error_class").notNull().default(""),
    error: text("error").notNull().default(""),
    subjects: text("subjects").array().notNull(),
  },
  (t) => [
    index("emails_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.emailId),
    uniqueIndex("emails_by_id").on(t.apiKeyId, t.emailId),
    uniqueIndex("emails_by_public_id").on(t.apiKeyId, t.publicId),
    index("emails_by_subject").using("gin", t.subjects),
    index("emails_unsent")
      .on(t.apiKeyId, t.organizationId, t.documentId, t.annotationId, t.userId)
      .where(sql`state = ANY (ARRAY['open'::text, 'pending'::text, 'failed'::text])`),
    uniqueIndex("emails_open").on(t.apiKeyId, t.organizationId, t.documentId, t.annotationId, t.userId).where(sql`state = 'open'::text`),
    primaryKey({ columns: [t.apiKeyId, t.createdAtMs, t.emailId] }),
    index("emails_sent_to").on(t.apiKeyId, t.userId, t.sentAtMs).where(sql`sent_at_ms IS NOT NULL`),
    index("emails_with_problem")
      .on(t.apiKeyId, t.state, t.createdAtMs, t.emailId)
      .where(sql`state = ANY (ARRAY['failed'::text, 'dropped'::text])`),
    check("emails_state_check", sql`(state = ANY (ARRAY['open'::text, 'pending'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))`),
  ],
);

export const emailItems = schema.table(
  "email_items",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    emailId: int8("email_id").notNull(),
    itemId: int8("item_id").notNull().generatedAlwaysAsIdentity(),
    kind: id("kind").notNull(),
    /** Whether it concerns the recipient directly: a config of MINE admits it. */
    isDirected: boolean("is_directed").notNull(),
    commentId: id("comment_id").notNull(),
    /** Set if its content is read from the notification when the mail is sent. */
    notificationRef: int8("notification_ref"),
    actorId: id("actor_id").notNull(),
    actorName: text("actor_name").notNull(),
    itemText: text("item_text").notNull(),
    writtenAtMs: int8("written_at_ms").notNull(),
  },
  (t) => [
    index("email_items_by_actor").on(t.apiKeyId, t.organizationId, t.actorId, t.emailId, t.itemId),
    primaryKey({ columns: [t.apiKeyId, t.emailId, t.itemId] }),
    check("email_items_kind_check", sql`(kind = ANY (ARRAY['tag'::text, 'comment'::text, 'assign'::text, 'notification'::text]))`),
  ],
);

/** Storage: fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_cost_delay=0. */
export const emailQueue = schema.table(
  "email_queue",
  {
    apiKeyId: id("api_key_id").notNull(),
    emailId: int8("email_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    state: id("state").notNull().default("scheduled"),
    /** When a scheduled row is due. */
    dueAtMs: int8("due_at_ms").notNull(),
    /** Attempts since the schedule began; a retry by the customer restarts the schedule. */
    tries: integer("tries").notNull().default(0),
    /** A new value whenever the row is created, or changed while a process may hold it: an outcome with an older fence is not written. */
    fence: int8("fence").notNull().generatedByDefaultAsIdentity(),
  },
  (t) => [
    index("email_queue_due").on(t.dueAtMs).where(sql`state <> 'ready'::text`),
    primaryKey({ columns: [t.apiKeyId, t.emailId] }),
    index("email_queue_ready").on(t.apiKeyId, t.emailId).where(sql`state = 'ready'::text`),
    check("email_queue_state_check", sql`(state = ANY (ARRAY['ready'::text, 'scheduled'::text]))`),
  ],
);

/** Addresses that a mail server has permanently rejected: nothing is sent there until the suppression is lifted. */
export const emailSuppressions = schema.table(
  "email_suppressions",
  {
    apiKeyId: id("api_key_id").notNull(),
    address: id("address").notNull(),
    userId: id("user_id").notNull(),
    error: text("error").notNull(),
    suppressedAtMs: int8("suppressed_at_ms").notNull().default(nowMs),
  },
  (t) => [index("email_suppressions_by_user").on(t.apiKeyId, t.userId, t.address), primaryKey({ columns: [t.apiKeyId, t.address] })],
);
