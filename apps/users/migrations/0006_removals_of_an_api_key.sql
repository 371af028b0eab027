-- For the list of the removals of an API key.

CREATE INDEX "erasure_jobs_by_key" ON "users"."erasure_jobs" USING btree ("api_key_id","requested_at_ms","job_id");
