-- An API key may have search of its comments turned on. The activity service reads only the keys with this setting, however many other keys
-- there are.

ALTER TABLE "workspace"."api_keys" ADD COLUMN "search_enabled" boolean DEFAULT false NOT NULL;
CREATE INDEX "api_keys_with_search" ON "workspace"."api_keys" USING btree ("api_key_id") WHERE search_enabled;
