-- An API key may keep its activity log for some days only: the records that are older are found by their time.

CREATE INDEX "activities_by_age" ON "activity"."activities" USING btree ("api_key_id","created_at_ms");
