-- Jobs remember the record of the audit log about their request, and their tasks what they did and when: the certificate of a removal says it.

ALTER TABLE "users"."erasure_jobs" ADD COLUMN "audit_record" text DEFAULT '' NOT NULL;
ALTER TABLE "users"."erasure_tasks" ADD COLUMN "rows" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "users"."erasure_tasks" ADD COLUMN "done_at_ms" bigint DEFAULT 0 NOT NULL;
