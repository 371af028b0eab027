import { id, int8, jsonText, xid8 } from "@parley/database/schema";
import { sql } from "drizzle-orm";
import { boolean, check, index, integer, pgSchema, primaryKey, text } from "drizzle-orm/pg-core";

/** The tables of this lib in a service's schema. */
export function erasureServiceSchema(name: string) {
  const schema = pgSchema(name);
  return {
    erasureMarks: schema.table(
      "erasure_marks",
      {
        apiKeyId: id("api_key_id").notNull(),
        mark: id("mark").notNull(),
        requestedAtMs: int8("requested_at_ms").notNull(),
      },
      (t) => [primaryKey({ columns: [t.apiKeyId, t.mark] })],
    ),
    erasures: schema.table(
      "erasures",
      {
        apiKeyId: id("api_key_id").notNull(),
        jobId: id("job_id").notNull(),
        owner: text("owner").notNull(),
        kind: text("kind").notNull(),
        scope: jsonText("scope").notNull(),
        requestedAtMs: int8("requested_at_ms").notNull(),
        begunAtMs: int8("begun_at_ms").notNull().default(sql`((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint`),
        horizon: xid8("horizon").notNull().default(sql`pg_current_xact_id()`),
        tasksLeft: integer("tasks_left").notNull(),
        paused: boolean("paused").notNull().default(false),
        rowsPerSecond: integer("rows_per_second").notNull().default(0),
      },
      (t) => [
        primaryKey({ columns: [t.apiKeyId, t.jobId] }),
        check(
          "erasures_kind_check",
          sql`(kind = ANY (ARRAY['user'::text, 'organization'::text, 'folder'::text, 'document'::text, 'location'::text, 'apiKey'::text]))`,
        ),
      ],
    ),
    erasuresDone: schema.table(
      "erasures_done",
      {
        apiKeyId: id("api_key_id").notNull(),
        jobId: id("job_id").notNull(),
        owner: text("owner").notNull(),
        stage: integer("stage").notNull(),
        collection: id("collection").notNull(),
        rows: int8("rows").notNull(),
        doneAtMs: int8("done_at_ms").notNull().default(sql`((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint`),
      },
      (t) => [index("erasures_done_by_age").on(t.doneAtMs), primaryKey({ columns: [t.apiKeyId, t.jobId, t.stage, t.collection] })],
    ),
  };
}

/** The tables of this lib in the schema of a service that owns erasures. */
export function erasureOwnerSchema(name: string) {
  const schema = pgSchema(name);
  return {
    erasureJobs: schema.table(
      "erasure_jobs",
      {
        apiKeyId: id("api_key_id").notNull(),
        jobId: id("job_id").notNull(),
        kind: text("kind").notNull(),
        subjectHashes: text("subject_hashes").array().notNull(),
        requestedAtMs: int8("requested_at_ms").notNull(),
        stage: integer("stage").notNull().default(1),
        tasksCount: integer("tasks_count").notNull(),
        tasksLeft: integer("tasks_left").notNull(),
        rowsErased: int8("rows_erased").notNull().default(0),
        lastTaskCompletedAtMs: int8("last_task_completed_at_ms").notNull().default(0),
        paused: boolean("paused").notNull().default(false),
        rowsPerSecond: integer("rows_per_second").notNull().default(0),
        /** The scope, for repeated commands; null once the last task is done. */
        scope: jsonText("scope"),
        /** The audit record of the request, as `workspace/record`; empty when none is known. */
        auditRecord: text("audit_record").notNull().default(""),
        toldAtMs: int8("told_at_ms").notNull().default(sql`((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint`),
      },
      (t) => [
        index("erasure_jobs_by_age").on(t.requestedAtMs).where(sql`tasks_left = 0`),
        index("erasure_jobs_by_key").on(t.apiKeyId, t.requestedAtMs, t.jobId),
        primaryKey({ columns: [t.apiKeyId, t.jobId] }),
        index("erasure_jobs_unfinished").on(t.requestedAtMs).where(sql`tasks_left > 0`),
        check(
          "erasure_jobs_kind_check",
          sql`(kind = ANY (ARRAY['user'::text, 'organization'::text, 'folder'::text, 'document'::text, 'location'::text, 'apiKey'::text]))`,
        ),
      ],
    ),
    erasureTasks: schema.table(
      "erasure_tasks",
      {
        apiKeyId: id("api_key_id").notNull(),
        jobId: id("job_id").notNull(),
        stage: integer("stage").notNull(),
        service: id("service").notNull(),
        collection: id("collection").notNull(),
        done: boolean("done").notNull().default(false),
        /** The number of rows that it erased or changed. */
        rows: int8("rows").notNull().default(0),
        doneAtMs: int8("done_at_ms").notNull().default(0),
      },
      (t) => [primaryKey({ columns: [t.apiKeyId, t.jobId, t.stage, t.service, t.collection] })],
    ),
  };
}
