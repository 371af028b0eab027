-- Certificates of removals are kept for three years. A job stores the audit record of its request, and a task stores what it did and when;
-- the certificate contains both.

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
