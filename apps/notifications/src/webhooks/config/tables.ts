import { bytes, id, int8 } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgSchema, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { nowMs } from "../../clock/now-ms.ts";

const schema = pgSchema("notifications");

/** Storage: fillfactor=50. */
export const webhookDeliveries = schema.table(
  "webhook_deliveries",
  {
    apiKeyId: id("api_key_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    deliveryId: int8("delivery_id").notNull().generatedAlwaysAsIdentity(),
    /** The delivery's id as customers see it; the same in every attempt. */
    webhookId: id("webhook_id").notNull(),
    /** The endpoint: `raw`, `processed`, or the id of a further one; `*` while it is unknown which of those want the event. */
    target: id("target").notNull(),
    trigger: id("trigger").notNull(),
    organizationId: id("organization_id").notNull(),
    documentId: id("document_id").notNull(),
    annotationId: id("annotation_id").notNull(),
    sequence: int8("sequence").notNull(),
    subjects: text("subjects").array().notNull(),
    attempts: integer("attempts").notNull().default(0),
    deliveredAtMs: int8("delivered_at_ms"),
    /** `failed`: no attempt is left; `held`: the endpoint is gone or switched off. */
    problem: id("problem"),
    /** When the event was written. */
    eventTimeMs: int8("event_time_ms").notNull().default(nowMs),
    /** The first request, if it delivered; every other is in `webhook_attempts`. */
    firstStartedAtMs: int8("first_started_at_ms"),
    firstDurationMs: integer("first_duration_ms"),
    firstStatus: integer("first_status"),
    firstResponse: text("first_response"),
  },
  (t) => [
    index("webhook_deliveries_by_document").on(t.apiKeyId, t.organizationId, t.documentId, t.createdAtMs, t.deliveryId),
    index("webhook_deliveries_by_subject").using("gin", t.subjects),
    uniqueIndex("webhook_deliveries_by_webhook_id").on(t.apiKeyId, t.webhookId),
    primaryKey({ columns: [t.apiKeyId, t.createdAtMs, t.deliveryId] }),
    index("webhook_deliveries_with_problem").on(t.apiKeyId, t.problem, t.createdAtMs, t.deliveryId).where(sql`problem IS NOT NULL`),
    check("webhook_deliveries_problem_check", sql`(problem = ANY (ARRAY['failed'::text, 'held'::text]))`),
  ],
);

export const webhookPayloads = schema.table(
  "webhook_payloads",
  {
    apiKeyId: id("api_key_id").notNull(),
    deliveryId: int8("delivery_id").notNull(),
    /** Empty while there is an event. A body never changes. */
    body: text("body").notNull().default(""),
    /** The event from which the first attempt builds the body; null once there is one. */
    event: bytes("event"),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.deliveryId] })],
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
    /** When a scheduled row is due. */
    dueAtMs: int8("due_at_ms").notNull().default(0),
    /** Attempts since the schedule began; a retry by the customer restarts the schedule. */
    tries: integer("tries").notNull().default(0),
    /** A new value whenever the row is created, or changed while a process may hold it: an outcome with an older fence is not written. */
    fence: int8("fence").notNull().generatedByDefaultAsIdentity(),
    /** Whether it could not be checked at creation that the delivery is wanted. */
    isUnchecked: boolean("is_unchecked").notNull(),
  },
  (t) => [
    index("webhook_queue_due").on(t.dueAtMs).where(sql`state <> 'ready'::text`),
    primaryKey({ columns: [t.apiKeyId, t.target, t.documentKey, t.deliveryId] }),
    index("webhook_queue_ready").on(t.apiKeyId, t.target, t.deliveryId).where(sql`state = 'ready'::text`),
    check("webhook_queue_state_check", sql`(state = ANY (ARRAY['ready'::text, 'scheduled'::text]))`),
  ],
);

/** The number of a document's events so far: the sequence in bodies. Storage: fillfactor=70. */
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

/** Endpoints that responded 410: nothing is sent there until it is recovered or configured again. */
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

/** The state of endpoints. Storage: fillfactor=70. */
export const webhookEndpointStates = schema.table(
  "webhook_endpoint_states",
  {
    apiKeyId: id("api_key_id").notNull(),
    target: id("target").notNull(),
    /** Since when requests have been failing; null if the last one succeeded. */
    failingSinceMs: int8("failing_since_ms"),
  },
  (t) => [primaryKey({ columns: [t.apiKeyId, t.target] })],
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
    /** The endpoint whose deliveries are recovered; empty for all. */
    target: id("target").notNull().default(""),
    startedAtMs: int8("started_at_ms").notNull().default(nowMs),
    completedAtMs: int8("completed_at_ms"),
  },
  (t) => [
    index("webhook_recoveries_by_age").on(t.completedAtMs).where(sql`completed_at_ms IS NOT NULL`),
    primaryKey({ columns: [t.apiKeyId, t.recoveryId] }),
    index("webhook_recoveries_running").on(t.apiKeyId).where(sql`completed_at_ms IS NULL`),
  ],
);
