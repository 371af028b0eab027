-- An API key may keep its data for fewer days than the installation does. The services that delete old data read only the keys with such a
-- setting, however many other keys there are.

ALTER TABLE "workspace"."api_keys" ADD COLUMN "activities_days" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "notifications_days" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "deliveries_days" integer;
ALTER TABLE "workspace"."api_keys" ADD COLUMN "mails_days" integer;
CREATE INDEX "api_keys_with_retention" ON "workspace"."api_keys" USING btree ("api_key_id") WHERE coalesce(activities_days, notifications_days, deliveries_days, mails_days) is not null;
