import { bytes, id, int8 } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgSchema, primaryKey, smallint, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

export type MessagingTables = ReturnType<typeof messagingSchema>;

/** The tables of this lib in a service's schema. */
export function messagingSchema(name: string) {
  const schema = pgSchema(name);
  return {
    deadLetters: schema.table(
      "dead_letters",
      {
        deadLetterId: int8("dead_letter_id").notNull().generatedAlwaysAsIdentity(),
        apiKeyId: id("api_key_id").notNull(),
        source: text("source").notNull(),
        consumerGroup: text("consumer_group").notNull(),
        topic: text("topic").notNull(),
        eventId: uuid("event_id").notNull(),
        eventKey: text("event_key").notNull(),
        eventType: text("event_type").notNull(),
        subjects: text("subjects").array().notNull(),
        traceParent: text("trace_parent").notNull(),
        payload: bytes("payload").notNull(),
        position: text("position").notNull(),
        reason: text("reason").notNull(),
        error: text("error").notNull(),
        redrive: boolean("redrive").notNull().default(false),
        createdAtMs: int8("created_at_ms").notNull().default(sql`((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint`),
        /** Null when unknown; the time at which it became a dead letter then counts. */
        eventTimeMs: int8("event_time_ms"),
      },
      (t) => [
        index("dead_letters_by_age").on(t.createdAtMs),
        index("dead_letters_by_key").on(t.apiKeyId, t.deadLetterId),
        primaryKey({ columns: [t.deadLetterId] }),
        index("dead_letters_to_redrive").on(t.deadLetterId).where(sql`redrive`),
        check("dead_letters_source_check", sql`(source = ANY (ARRAY['relay'::text, 'consumer'::text, 'work'::text]))`),
      ],
    ),
    inbox: schema.table(
      "inbox",
      {
        consumerGroup: id("consumer_group").notNull(),
        eventId: uuid("event_id").notNull(),
        handledAt: timestamp("handled_at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
      },
      (t) => [index("inbox_by_age").on(t.handledAt), primaryKey({ columns: [t.consumerGroup, t.eventId] })],
    ),
    /** Storage: autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_cost_delay=0. */
    outbox: schema.table(
      "outbox",
      {
        lane: smallint("lane").notNull(),
        sequence: int8("sequence").notNull().generatedAlwaysAsIdentity(),
        eventId: uuid("event_id").notNull(),
        topic: text("topic").notNull(),
        eventKey: text("event_key").notNull(),
        eventType: text("event_type").notNull(),
        apiKeyId: id("api_key_id").notNull(),
        subjects: text("subjects").array().notNull(),
        traceParent: text("trace_parent").notNull(),
        payload: bytes("payload").notNull(),
        createdAt: timestamp("created_at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
      },
      (t) => [primaryKey({ columns: [t.lane, t.sequence] })],
    ),
    /** Storage: autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=5000, autovacuum_vacuum_cost_delay=0. */
    work: schema.table(
      "work",
      {
        apiKeyId: id("api_key_id").notNull(),
        workId: int8("work_id").notNull().generatedAlwaysAsIdentity(),
        kind: id("kind").notNull(),
        dedupeKey: id("dedupe_key"),
        payload: text("payload").notNull(),
        state: text("state").notNull().default("ready"),
        dueAtMs: int8("due_at_ms").notNull().default(0),
        attempts: integer("attempts").notNull().default(0),
        fence: int8("fence").notNull().default(0),
        lastError: text("last_error").notNull().default(""),
        createdAt: timestamp("created_at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
      },
      (t) => [
        index("work_due").on(t.dueAtMs).where(sql`state <> 'ready'::text`),
        uniqueIndex("work_once").on(t.kind, t.apiKeyId, t.dedupeKey).where(sql`dedupe_key IS NOT NULL`),
        primaryKey({ columns: [t.apiKeyId, t.workId] }),
        index("work_ready").on(t.kind, t.apiKeyId, t.workId).where(sql`state = 'ready'::text`),
        check("work_state_check", sql`(state = ANY (ARRAY['ready'::text, 'scheduled'::text, 'leased'::text]))`),
      ],
    ),
  };
}
