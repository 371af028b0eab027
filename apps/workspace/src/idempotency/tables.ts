import { bytes, id, int8 } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, index, integer, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";

const schema = pgSchema("workspace");
const nowMs = sql`workspace.now_ms()`;

export const idempotencyRecords = schema.table(
  "idempotency_records",
  {
    scopeId: id("scope_id").notNull(),
    idempotencyKey: id("idempotency_key").notNull(),
    requestHash: bytes("request_hash").notNull(),
    leaseId: id("lease_id").notNull(),
    leaseUntilMs: int8("lease_until_ms").notNull(),
    status: integer("status"),
    sealedBody: text("sealed_body"),
    createdAtMs: int8("created_at_ms").notNull().default(nowMs),
    keepsAnswer: boolean("keeps_answer").notNull().default(true),
    /** Whether the request was claimed before, and may have taken effect without a response. */
    sentBefore: boolean("sent_before").notNull().default(false),
    /** How often the request was claimed before under another lease. */
    earlierClaims: integer("earlier_claims").notNull().default(0),
  },
  (t) => [index("idempotency_records_by_age").on(t.createdAtMs), primaryKey({ columns: [t.scopeId, t.idempotencyKey] })],
);
