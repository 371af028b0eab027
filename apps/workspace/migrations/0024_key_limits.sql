-- The requests per second that an API key may send: the limit that its workspace has set, and the highest limit that the operator lets it
-- set.

ALTER TABLE "workspace"."api_keys" ADD COLUMN "requests_per_second" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "max_requests_per_second" integer;
