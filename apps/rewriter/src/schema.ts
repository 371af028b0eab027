import { id, int8 } from "@parley/database/schema";
import { erasureServiceSchema } from "@parley/erasure/schema";
import { messagingSchema } from "@parley/messaging/schema";
import { date, index, integer, pgSchema, primaryKey } from "drizzle-orm/pg-core";

const schema = pgSchema("rewriter");

export const calls = schema.table(
  "calls",
  {
    apiKeyId: id("api_key_id").notNull(),
    createdAtMs: int8("created_at_ms").notNull(),
    callId: id("call_id").notNull(),
    workspaceId: id("workspace_id").notNull(),
    provider: id("provider").notNull(),
    model: id("model").notNull(),
    outcome: id("outcome").notNull(),
    attempts: integer("attempts").notNull(),
    inputTokens: int8("input_tokens").notNull(),
    outputTokens: int8("output_tokens").notNull(),
    latencyMs: int8("latency_ms").notNull(),
  },
  (t) => [index("calls_by_age").on(t.createdAtMs), primaryKey({ columns: [t.apiKeyId, t.createdAtMs, t.callId] })],
);

export const usageDays = schema.table(
  "usage_days",
  {
    apiKeyId: id("api_key_id").notNull(),
    day: date("day", { mode: "string" }).notNull(),
    model: id("model").notNull(),
    provider: id("provider").notNull(),
    calls: int8("calls").notNull(),
    failedCalls: int8("failed_calls").notNull(),
    inputTokens: int8("input_tokens").notNull(),
    outputTokens: int8("output_tokens").notNull(),
    latencyMs: int8("latency_ms").notNull(),
    workspaceId: id("workspace_id").notNull().default(""),
  },
  (t) => [index("usage_days_of_workspace").on(t.workspaceId, t.day), primaryKey({ columns: [t.apiKeyId, t.day, t.model] })],
);

/** Outbox, inbox, dead letters and leased work. */
export const { deadLetters, inbox, outbox, work } = messagingSchema("rewriter");

/** Erasures that this service takes part in. */
export const { erasureMarks, erasures, erasuresDone } = erasureServiceSchema("rewriter");
