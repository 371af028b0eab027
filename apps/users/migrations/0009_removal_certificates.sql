-- A job stores the audit record of its request, and a task stores what it did and when. The certificate of a removal contains both.

ALTER TABLE "users"."erasure_jobs" ADD COLUMN "audit_record" text DEFAULT '' NOT NULL;
ALTER TABLE "users"."erasure_tasks" ADD COLUMN "rows" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "users"."erasure_tasks" ADD COLUMN "done_at_ms" bigint DEFAULT 0 NOT NULL;
