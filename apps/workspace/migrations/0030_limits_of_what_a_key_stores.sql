-- The amounts of data and open streams that an API key may have: the limits that its workspace has set, and the highest limits that the
-- operator lets it set.

ALTER TABLE "workspace"."api_keys" ADD COLUMN "documents" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "max_documents" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "users" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "max_users" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "annotations" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "max_annotations" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "comments" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "max_comments" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "streams" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "max_streams" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "webhook_endpoints" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "max_webhook_endpoints" integer;
