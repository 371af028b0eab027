import { id, int8, jsonText } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, check, index, pgSchema, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");
const nowMs = sql`workspace.now_ms()`;

/** The end of each workspace's chain of records. The process that has locked its row appends to the chain. */
export const auditChains = schema.table(
  "audit_chains",
  {
    workspaceId: id("workspace_id").notNull(),
    /** The sequence of the newest record; 0 while there is none. */
    sequence: int8("sequence").notNull().default(0),
    hash: text("hash").notNull(),
    sealedAtMs: int8("sealed_at_ms").notNull().default(0),
    /** The longest time between the beginning of a record and its place in the chain: bounds the search for records of a time. */
    longestLagMs: int8("longest_lag_ms").notNull().default(0),
    /** The sequence of the oldest record that has to be there: only those before it were removed by age. */
    firstSequence: int8("first_sequence").notNull().default(1),
    /** When the newest removed record was sealed; before any is removed, when the chain began. No kept record was sealed before. */
    removedUntilMs: int8("removed_until_ms").notNull().default(nowMs),
    /** The checkpoint that was logged last. */
    loggedSequence: int8("logged_sequence").notNull().default(0),
    loggedAtMs: int8("logged_at_ms").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId] })],
);

/** The audit log. A row is an intent until it has an outcome, and part of the chain once it has a sequence. */
export const auditRecords = schema.table(
  "audit_records",
  {
    workspaceId: id("workspace_id").notNull(),
    recordId: id("record_id").notNull(),
    occurredAtMs: int8("occurred_at_ms").notNull().default(nowMs),
    action: text("action").notNull(),
    actorType: text("actor_type").notNull(),
    actorId: id("actor_id").notNull(),
    /** Personal data, like the address and the user agent; null once erased. */
    actorName: text("actor_name"),
    ip: text("ip"),
    userAgent: text("user_agent"),
    /** Makes the personal hash unguessable; null once erased. */
    salt: text("salt"),
    /** The public form of the targets: persons by their hash. */
    targets: jsonText("targets").notNull(),
    /** The ids of the targets, for filters. */
    targetIds: text("target_ids").array().notNull(),
    /** The API key of the request; empty for none. */
    onApiKey: id("on_api_key").notNull(),
    requestId: text("request_id").notNull(),
    /** Names of the fields that were set. */
    changes: text("changes").array().notNull(),
    /** The act only read; neither in the hash nor in the public record. */
    isRead: boolean("is_read").notNull().default(false),
    outcome: text("outcome"),
    finishedAtMs: int8("finished_at_ms"),
    sequence: int8("sequence"),
    sealedAtMs: int8("sealed_at_ms"),
    personalHash: text("personal_hash"),
    previousHash: text("previous_hash"),
    hash: text("hash"),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.recordId] }),
    uniqueIndex("audit_records_by_sequence").on(t.workspaceId, t.sequence).where(sql`(sequence IS NOT NULL)`),
    index("audit_records_without_reads").on(t.workspaceId, t.sequence).where(sql`(sequence IS NOT NULL AND NOT is_read)`),
    index("audit_records_by_seal").on(t.workspaceId, t.sealedAtMs, t.sequence).where(sql`(sequence IS NOT NULL)`),
    index("audit_records_unsealed").on(t.workspaceId, t.finishedAtMs, t.recordId).where(sql`(sequence IS NULL)`),
    check("audit_records_outcome_check", sql`(outcome = ANY (ARRAY['success'::text, 'refused'::text, 'failed'::text, 'unknown'::text]))`),
  ],
);

/** The persons among the targets of records: a row is deleted when the person is erased. */
export const auditPeople = schema.table(
  "audit_people",
  {
    apiKeyId: id("api_key_id").notNull(),
    recordId: id("record_id").notNull(),
    /** The index among the record's targets, from 0. */
    position: int8("position").notNull(),
    userId: id("user_id").notNull(),
    salt: text("salt").notNull(),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
  },
  (t) => [
    primaryKey({ columns: [t.apiKeyId, t.recordId, t.position] }),
    index("audit_people_by_user").on(t.apiKeyId, t.userId, t.recordId, t.position),
  ],
);
