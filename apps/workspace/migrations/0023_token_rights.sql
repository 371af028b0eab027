-- A token may have fewer rights than all: it has a role, and a token of an API key can be bound to organizations and resources. Existing
-- tokens keep their rights. A rotated token names its successor. The index serves lists of tokens, page by page.

ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "token_role" text DEFAULT 'administrate' NOT NULL;
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "organization_ids" text[];
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "resources" text[];
ALTER TABLE "workspace"."api_key_tokens" ADD COLUMN "replaced_by" text collate "C";
ALTER TABLE "workspace"."workspace_tokens" ADD COLUMN "token_role" text DEFAULT 'administrate' NOT NULL;
ALTER TABLE "workspace"."workspace_tokens" ADD COLUMN "replaced_by" text collate "C";
CREATE INDEX "api_key_tokens_by_age" ON "workspace"."api_key_tokens" USING btree ("api_key_id","created_at_ms","token_id");
ALTER TABLE "workspace"."api_key_tokens" ADD CONSTRAINT "api_key_tokens_token_role_check" CHECK ((token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text])));
ALTER TABLE "workspace"."workspace_tokens" ADD CONSTRAINT "workspace_tokens_token_role_check" CHECK ((token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text])));
