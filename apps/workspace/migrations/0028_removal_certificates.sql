-- Certificates of removals are kept for three years. Jobs remember the record of the audit log about their request, and their tasks what they did
-- and when: the certificate says it.

CREATE TABLE "workspace"."removal_certificates" (
	"workspace_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"completed_at_ms" bigint NOT NULL,
	"certificate" text NOT NULL,
	"salt" text NOT NULL,
	PRIMARY KEY ("workspace_id", "job_id")
);

ALTER TABLE "workspace"."erasure_jobs" ADD COLUMN "audit_record" text DEFAULT '' NOT NULL;
ALTER TABLE "workspace"."erasure_tasks" ADD COLUMN "rows" bigint DEFAULT 0 NOT NULL;
ALTER TABLE "workspace"."erasure_tasks" ADD COLUMN "done_at_ms" bigint DEFAULT 0 NOT NULL;
CREATE INDEX "removal_certificates_by_age" ON "workspace"."removal_certificates" USING btree ("completed_at_ms");
