-- Tokens of users in browsers are not stored, so a revocation says until when a user's tokens are revoked. It names the user by a hash,
-- because the row is kept after the user is erased. Gateways read the new revocations of a key.

CREATE TABLE "workspace"."user_token_revocations" (
	"api_key_id" text collate "C" NOT NULL,
	"user_hash" text collate "C" NOT NULL,
	"revoked_at_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","user_hash")
);

CREATE INDEX "user_token_revocations_of_key" ON "workspace"."user_token_revocations" USING btree ("api_key_id","revoked_at_ms","user_hash");
CREATE INDEX "user_token_revocations_by_age" ON "workspace"."user_token_revocations" USING btree ("revoked_at_ms");
