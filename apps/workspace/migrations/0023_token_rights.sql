-- Why this step is there.

ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "token_role" text DEFAULT 'administrate' NOT NULL;
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "organization_ids" text[];
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "resources" text[];
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "replaced_by" text collate "C";
ALTER TABLE "workspace"."workspace_tokens" ADD COLUMN "token_role" text DEFAULT 'administrate' NOT NULL;
ALTER TABLE "workspace"."workspace_tokens" ADD COLUMN "replaced_by" text collate "C";
CREATE INDEX "api_key_tokens_by_age" ON "workspace"."api_key_tokens" USING btree ("api_key_id","created_at_ms","token_id");
ALTER TABLE "workspace"."api_key_tokens" ADD CONSTRAINT "api_key_tokens_token_role_check" CHECK ((token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text])));
ALTER TABLE "workspace"."workspace_tokens" ADD CONSTRAINT "workspace_tokens_token_role_check" CHECK ((token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text])));
