-- How many requests in a second an API key may send: what its workspace says, and the most that the operator lets it say.

ALTER TABLE "workspace"."api_keys" ADD COLUMN "requests_per_second" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "max_requests_per_second" integer;
