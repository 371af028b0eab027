-- A token may do less than everything: it has a role, and one of an API key can be bound to organizations and resources. Those that exist may do
-- what they could. A rotated token names the one that took its place. The index serves lists of tokens, page by page.

ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "token_role" text DEFAULT 'administrate' NOT NULL;
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "organization_ids" text[];
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "resources" text[];
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "replaced_by" text collate "C";
ALTER TABLE "workspace"."workspace_tokens" ADD COLUMN "token_role" text DEFAULT 'administrate' NOT NULL;
ALTER TABLE "workspace"."workspace_tokens" ADD COLUMN "replaced_by" text collate "C";
CREATE INDEX "api_key_tokens_by_age" ON "workspace"."api_key_tokens" USING btree ("api_key_id","created_at_ms","token_id");
ALTER TABLE "workspace"."api_key_tokens" ADD CONSTRAINT "api_key_tokens_token_role_check" CHECK ((token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text])));
ALTER TABLE "workspace"."workspace_tokens" ADD CONSTRAINT "workspace_tokens_token_role_check" CHECK ((token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text])));
