import { id, int8, jsonText } from "@parley/database/schema";
import { erasureServiceSchema } from "@parley/erasure/schema";
import { messagingSchema } from "@parley/messaging/schema";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgSchema, primaryKey, text, unique, uniqueIndex } from "drizzle-orm/pg-core";

const schema = pgSchema("notifications");
const nowMs = sql`notifications.now_ms()`;

export const configs = schema.table(
  "configs",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    userId: id("user_id").notNull(),
    /** Empty: the organization as a whole. */
    documentId: id("document_id").notNull(),
    /** Null: the next wider level holds; the same for email. */
    inbox: text("inbox"),
    email: text("email"),
    updatedAtMs: int8("updated_at_ms").notNull().default(nowMs),
  },
  (t) => [
    index("configs_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.userId),
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.userId, t.documentId] }),
    check("configs_email_check", sql`(email = ANY (ARRAY['ALL'::text, 'MINE'::text, 'NONE'::text]))`),
    check("configs_inbox_check", sql`(inbox = ANY (ARRAY['ALL'::text, 'MINE'::text, 'NONE'::text]))`),
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
    /** Whether it is about the recipient: what a config of MINE lets through. */
    isDirected: boolean("is_directed").notNull(),
    commentId: id("comment_id").notNull(),
    /** What it says is read from there when it is sent. */
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
    /** When a scheduled row is to be tried, or a lease ends. */
    dueAtMs: int8("due_at_ms").notNull(),
    /** Attempts of this run of the schedule; a retry by the customer begins a new run. */
    tries: integer("tries").notNull().default(0),
    /** Rises whenever the row changes hands: who holds an older one has lost it. */
    fence: int8("fence").notNull().default(0),
    owner: id("owner").notNull().default(""),
  },
  (t) => [
    index("email_queue_due").on(t.dueAtMs).where(sql`state <> 'ready'::text`),
    primaryKey({ columns: [t.apiKeyId, t.emailId] }),
    index("email_queue_ready").on(t.apiKeyId, t.emailId).where(sql`state = 'ready'::text`),
    check("email_queue_state_check", sql`(state = ANY (ARRAY['ready'::text, 'scheduled'::text, 'leased'::text]))`),
  ],
);

/** Addresses that a mail server has refused for good: nothing is sent there until they are lifted. */
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

/** Storage: fillfactor=75. */
export const emails = schema.table(
  "emails",
  {
    apiKeyId: id("api_key_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    emailId: int8("email_id").notNull().generatedAlwaysAsIdentity(),
    /** The same in every attempt: the Message-ID is made of it. */
    publicId: id("public_id").notNull(),
    organizationId: id("organization_id").notNull(),
    documentId: id("document_id").notNull(),
    /** Empty: a notification that names no thread. */
    annotationId: id("annotation_id").notNull(),
    userId: id("user_id").notNull(),
    /** Open: more may still come to it. */
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
    uniqueIndex("emails_open").on(t.apiKeyId, t.organizationId, t.documentId, t.annotationId, t.userId).where(sql`state = 'open'::text`),
    primaryKey({ columns: [t.apiKeyId, t.createdAtMs, t.emailId] }),
    index("emails_sent_to").on(t.apiKeyId, t.userId, t.sentAtMs).where(sql`sent_at_ms IS NOT NULL`),
    index("emails_with_problem")
      .on(t.apiKeyId, t.state, t.createdAtMs, t.emailId)
      .where(sql`state = ANY (ARRAY['failed'::text, 'dropped'::text])`),
    check("emails_state_check", sql`(state = ANY (ARRAY['open'::text, 'pending'::text, 'sent'::text, 'failed'::text, 'dropped'::text]))`),
  ],
);

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
    /** Those to whom it is addressed by name: an array of user objects. */
    notifyUsers: jsonText("notify_users").notNull(),
    notifyAll: boolean("notify_all").notNull(),
    sourceData: jsonText("source_data").notNull(),
    /** Most bytes that it takes in an answer: what bounds a page. */
    storedBytes: integer("stored_bytes").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
  },
  (t) => [
    unique("notifications_api_key_id_notification_ref_key").on(t.apiKeyId, t.notificationRef),
    index("notifications_by_action_user").on(t.apiKeyId, t.organizationId, t.actionUserId, t.createdAtMs, t.notificationRef), // include (document_id, stored_bytes)
    index("notifications_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.notificationRef), // include (stored_bytes)
    primaryKey({ columns: [t.apiKeyId, t.organizationId, t.notificationId] }),
    index("notifications_to_all").on(t.apiKeyId, t.organizationId, t.createdAtMs, t.notificationRef).where(sql`notify_all`), // include (document_id, stored_bytes)
    index("notifications_to_all_by_document")
      .on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.notificationRef)
      .where(sql`notify_all`), // include (stored_bytes)
  ],
);

/** A row for each notification that a user has read, whether addressed by name or to all. */
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

/** Copies of what never changes, so that an inbox is read without its notifications. */
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

/** Notifications that are gone, whose recipients and read marks still have to go. */
export const removals = schema.table(
  "removals",
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

export const webhookAttempts = schema.table(
  "webhook_attempts",
  {
    apiKeyId: id("api_key_id").notNull(),
    deliveryId: int8("delivery_id").notNull(),
    number: integer("number").notNull(),
    startedAtMs: int8("started_at_ms").notNull(),
    durationMs: integer("duration_ms").notNull(),
    status: integer("status"),
    errorClass: text("error_class").notNull(),
    error: text("error").notNull(),
    responseExcerpt: text("response_excerpt").notNull(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.deliveryId, t.number] })],
);

/** Storage: fillfactor=75. */
export const webhookDeliveries = schema.table(
  "webhook_deliveries",
  {
    apiKeyId: id("api_key_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    deliveryId: int8("delivery_id").notNull().generatedAlwaysAsIdentity(),
    /** The same in every attempt; customers see no other id. */
    webhookId: id("webhook_id").notNull(),
    target: id("target").notNull(),
    trigger: id("trigger").notNull(),
    organizationId: id("organization_id").notNull(),
    documentId: id("document_id").notNull(),
    annotationId: id("annotation_id").notNull(),
    sequence: int8("sequence").notNull(),
    subjects: text("subjects").array().notNull(),
    attempts: integer("attempts").notNull().default(0),
    deliveredAtMs: int8("delivered_at_ms"),
    /** Failed: no attempt is left; held: the endpoint is gone or switched off. */
    problem: id("problem"),
    /** When the event was written; null of those from before this column. */
    eventTimeMs: int8("event_time_ms"),
  },
  (t) => [
    index("webhook_deliveries_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.deliveryId),
    index("webhook_deliveries_by_subject").using("gin", t.subjects),
    uniqueIndex("webhook_deliveries_by_webhook_id").on(t.apiKeyId, t.webhookId),
    primaryKey({ columns: [t.apiKeyId, t.createdAtMs, t.deliveryId] }),
    index("webhook_deliveries_with_problem").on(t.apiKeyId, t.problem, t.createdAtMs, t.deliveryId).where(sql`problem IS NOT NULL`),
    check("webhook_deliveries_problem_check", sql`(problem = ANY (ARRAY['failed'::text, 'held'::text]))`),
    check("webhook_deliveries_target_check", sql`(target = ANY (ARRAY['raw'::text, 'processed'::text]))`),
  ],
);

/** How many events of a document were told: the sequence in the body. Storage: fillfactor=70. */
export const webhookDocuments = schema.table(
  "webhook_documents",
  {
    apiKeyId: id("api_key_id").notNull(),
    organizationId: id("organization_id").notNull(),
    documentId: id("document_id").notNull(),
    lastSequence: int8("last_sequence").notNull(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.organizationId, t.documentId] })],
);

/** Answered 410: nothing is sent there until it is recovered or configured anew. */
export const webhookGoneEndpoints = schema.table(
  "webhook_gone_endpoints",
  {
    apiKeyId: id("api_key_id").notNull(),
    target: id("target").notNull(),
    url: text("url").notNull(),
    goneAtMs: int8("gone_at_ms").notNull().default(nowMs),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.target] })],
);

/** Storage: fillfactor=50. */
export const webhookPayloads = schema.table(
  "webhook_payloads",
  {
    apiKeyId: id("api_key_id").notNull(),
    deliveryId: int8("delivery_id").notNull(),
    /** Names and contacts are filled in at the first attempt; from then on the body never changes. */
    isDraft: boolean("is_draft").notNull(),
    body: text("body").notNull(),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.deliveryId] })],
);

/** Storage: fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_cost_delay=0. */
export const webhookQueue = schema.table(
  "webhook_queue",
  {
    apiKeyId: id("api_key_id").notNull(),
    target: id("target").notNull(),
    documentKey: int8("document_key").notNull(),
    deliveryId: int8("delivery_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull(),
    bytes: integer("bytes").notNull(),
    state: id("state").notNull().default("ready"),
    /** When a scheduled row is to be tried, or a lease ends. */
    dueAtMs: int8("due_at_ms").notNull().default(0),
    /** Attempts of this run of the schedule; a retry by the customer begins a new run. */
    tries: integer("tries").notNull().default(0),
    /** Rises whenever the row changes hands: who holds an older one has lost it. */
    fence: int8("fence").notNull().default(0),
    owner: id("owner").notNull().default(""),
    /** Nobody could say whether it is wanted when it was made. */
    isUnchecked: boolean("is_unchecked").notNull(),
  },
  (t) => [
    index("webhook_queue_due").on(t.dueAtMs).where(sql`state <> 'ready'::text`),
    primaryKey({ columns: [t.apiKeyId, t.target, t.documentKey, t.deliveryId] }),
    index("webhook_queue_ready").on(t.apiKeyId, t.target, t.deliveryId).where(sql`state = 'ready'::text`),
    check("webhook_queue_state_check", sql`(state = ANY (ARRAY['ready'::text, 'scheduled'::text, 'leased'::text]))`),
  ],
);

export const webhookRecoveries = schema.table(
  "webhook_recoveries",
  {
    apiKeyId: id("api_key_id").notNull(),
    recoveryId: id("recovery_id").notNull(),
    fromMs: int8("from_ms").notNull(),
    toMs: int8("to_ms").notNull(),
    recovered: int8("recovered").notNull().default(0),
    /** Deliveries whose payload has been erased. */
    skipped: int8("skipped").notNull().default(0),
    startedAtMs: int8("started_at_ms").notNull().default(nowMs),
    completedAtMs: int8("completed_at_ms"),
  },
  (t) => [
    index("webhook_recoveries_by_age").on(t.completedAtMs).where(sql`completed_at_ms IS NOT NULL`),
    primaryKey({ columns: [t.apiKeyId, t.recoveryId] }),
    index("webhook_recoveries_running").on(t.apiKeyId).where(sql`completed_at_ms IS NULL`),
  ],
);

/** Outbox, inbox, dead letters and leased work. */
export const { deadLetters, inbox, outbox, work } = messagingSchema("notifications");

/** Removals that this service takes part in. */
export const { erasureMarks, erasures, erasuresDone } = erasureServiceSchema("notifications");
