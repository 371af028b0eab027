-- The usage of API keys by day: numbers, which are kept after a key is deleted, and for the last days hashes of the users who acted, so
-- that each user counts once.

CREATE TABLE "workspace"."usage_days" (
	"api_key_id" text collate "C" NOT NULL,
	"day_ms" bigint NOT NULL,
	"workspace_id" text collate "C" NOT NULL,
	"requests" bigint NOT NULL,
	"failed" bigint NOT NULL,
	"refused" bigint NOT NULL,
	"comments" bigint NOT NULL,
	"users" bigint NOT NULL,
	"mails" bigint NOT NULL,
	"deliveries" bigint NOT NULL,
	"streams_ms" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	PRIMARY KEY("api_key_id","day_ms")
) WITH (fillfactor = 70);

CREATE TABLE "workspace"."usage_people" (
	"api_key_id" text collate "C" NOT NULL,
	"user_hash" text collate "C" NOT NULL,
	"day_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","user_hash","day_ms")
);

CREATE INDEX "usage_days_of_workspace" ON "workspace"."usage_days" USING btree ("workspace_id","day_ms","api_key_id");
CREATE INDEX "usage_days_by_age" ON "workspace"."usage_days" USING btree ("day_ms");
CREATE INDEX "usage_people_by_age" ON "workspace"."usage_people" USING btree ("day_ms");
