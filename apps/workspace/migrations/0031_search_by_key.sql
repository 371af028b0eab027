-- Comments of an API key can be searched where it wants that: the activity service reads which keys do, however many others there are.

ALTER TABLE "workspace"."api_keys" ADD COLUMN "search_enabled" boolean DEFAULT false NOT NULL;
CREATE INDEX "api_keys_with_search" ON "workspace"."api_keys" USING btree ("api_key_id") WHERE search_enabled;
