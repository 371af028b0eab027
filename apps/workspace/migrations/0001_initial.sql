-- Made by `npm run migration` from src/schema.ts and migrations/by-hand.

create function now_ms() returns bigint language sql stable
  as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

CREATE TABLE "workspace"."api_key_tokens" (
	"api_key_id" text collate "C" NOT NULL,
	"token_id" text collate "C" NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"sealed_token" text NOT NULL,
	"token_name" text NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"expires_at_ms" bigint,
	"last_used_at_ms" bigint,
	"token_role" text DEFAULT 'administrate' NOT NULL,
	"organization_ids" text[],
	"resources" text[],
	"replaced_by" text collate "C",
	PRIMARY KEY("api_key_id","token_id"),
	CONSTRAINT "api_key_tokens_token_role_check" CHECK ((token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text])))
);
CREATE TABLE "workspace"."api_keys" (
	"api_key_id" text collate "C" NOT NULL,
	"workspace_id" text collate "C" NOT NULL,
	"api_key_name" text NOT NULL,
	"owner_email" text NOT NULL,
	"key_type" text NOT NULL,
	"plan_type" text,
	"custom_plan_info" boolean NOT NULL,
	"custom_plan_info_data" json,
	"use_email_service" boolean NOT NULL,
	"advanced_queries_enabled" boolean DEFAULT true NOT NULL,
	"activity_log_immutable" boolean DEFAULT false NOT NULL,
	"notify_of_comments" boolean DEFAULT true NOT NULL,
	"default_document_access_type" text DEFAULT 'organizationPrivate' NOT NULL,
	"has_notified_of_comments" boolean DEFAULT true NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"link_template" text DEFAULT '' NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"portal_epoch" integer DEFAULT 0 NOT NULL,
	"requests_per_second" integer,
	"max_requests_per_second" integer,
	"documents" integer,
	"max_documents" integer,
	"users" integer,
	"max_users" integer,
	"annotations" integer,
	"max_annotations" integer,
	"comments" integer,
	"max_comments" integer,
	"streams" integer,
	"max_streams" integer,
	"webhook_endpoints" integer,
	"max_webhook_endpoints" integer,
	"activities_days" integer,
	"notifications_days" integer,
	"deliveries_days" integer,
	"mails_days" integer,
	"search_enabled" boolean DEFAULT false NOT NULL,
	PRIMARY KEY("api_key_id"),
	CONSTRAINT "api_keys_key_type_check" CHECK ((key_type = ANY (ARRAY['testing'::text, 'production'::text])))
);
CREATE TABLE "workspace"."audit_chains" (
	"workspace_id" text collate "C" NOT NULL,
	"sequence" bigint DEFAULT 0 NOT NULL,
	"hash" text NOT NULL,
	"sealed_at_ms" bigint DEFAULT 0 NOT NULL,
	"longest_lag_ms" bigint DEFAULT 0 NOT NULL,
	"first_sequence" bigint DEFAULT 1 NOT NULL,
	"removed_until_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"logged_sequence" bigint DEFAULT 0 NOT NULL,
	"logged_at_ms" bigint DEFAULT 0 NOT NULL,
	PRIMARY KEY("workspace_id")
);
CREATE TABLE "workspace"."audit_people" (
	"api_key_id" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"position" bigint NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"salt" text NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","record_id","position")
);
CREATE TABLE "workspace"."audit_records" (
	"workspace_id" text collate "C" NOT NULL,
	"record_id" text collate "C" NOT NULL,
	"occurred_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"action" text NOT NULL,
	"actor_type" text NOT NULL,
	"actor_id" text collate "C" NOT NULL,
	"actor_name" text,
	"ip" text,
	"user_agent" text,
	"salt" text,
	"targets" json NOT NULL,
	"target_ids" text[] NOT NULL,
	"on_api_key" text collate "C" NOT NULL,
	"request_id" text NOT NULL,
	"changes" text[] NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"outcome" text,
	"finished_at_ms" bigint,
	"sequence" bigint,
	"sealed_at_ms" bigint,
	"personal_hash" text,
	"previous_hash" text,
	"hash" text,
	PRIMARY KEY("workspace_id","record_id"),
	CONSTRAINT "audit_records_outcome_check" CHECK ((outcome = ANY (ARRAY['success'::text, 'refused'::text, 'failed'::text, 'unknown'::text])))
);
CREATE TABLE "workspace"."data_keys" (
	"workspace_id" text collate "C" NOT NULL,
	"version" integer NOT NULL,
	"master_key_id" text collate "C" NOT NULL,
	"wrapped" text NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	PRIMARY KEY("workspace_id","version"),
	CONSTRAINT "data_keys_version_check" CHECK ((version > 0))
);
CREATE TABLE "workspace"."dead_letters" (
	"dead_letter_id" bigint GENERATED ALWAYS AS IDENTITY,
	"api_key_id" text collate "C" NOT NULL,
	"source" text NOT NULL,
	"consumer_group" text NOT NULL,
	"topic" text NOT NULL,
	"event_id" uuid NOT NULL,
	"event_key" text NOT NULL,
	"event_type" text NOT NULL,
	"subjects" text[] NOT NULL,
	"trace_parent" text NOT NULL,
	"payload" "bytea" NOT NULL,
	"position" text NOT NULL,
	"reason" text NOT NULL,
	"error" text NOT NULL,
	"redrive" boolean DEFAULT false NOT NULL,
	"created_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	"event_time_ms" bigint,
	PRIMARY KEY("dead_letter_id"),
	CONSTRAINT "dead_letters_source_check" CHECK ((source = ANY (ARRAY['relay'::text, 'consumer'::text, 'work'::text])))
);
CREATE TABLE "workspace"."domains" (
	"api_key_id" text collate "C" NOT NULL,
	"domain" text collate "C" NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","domain")
);
CREATE TABLE "workspace"."email_configs" (
	"api_key_id" text collate "C" NOT NULL,
	"email_type" text NOT NULL,
	"sealed_api_key" text,
	"from_email" text NOT NULL,
	"from_company" text NOT NULL,
	"comment_template_id" text NOT NULL,
	"tag_template_id" text NOT NULL,
	PRIMARY KEY("api_key_id"),
	CONSTRAINT "email_configs_email_type_check" CHECK ((email_type = ANY (ARRAY['default'::text, 'sendgrid'::text, 'smtp'::text])))
);
CREATE TABLE "workspace"."erasure_jobs" (
	"api_key_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"kind" text NOT NULL,
	"subject_hashes" text[] NOT NULL,
	"requested_at_ms" bigint NOT NULL,
	"stage" integer DEFAULT 1 NOT NULL,
	"tasks_count" integer NOT NULL,
	"tasks_left" integer NOT NULL,
	"rows_erased" bigint DEFAULT 0 NOT NULL,
	"last_task_completed_at_ms" bigint DEFAULT 0 NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"rows_per_second" integer DEFAULT 0 NOT NULL,
	"scope" json,
	"audit_record" text DEFAULT '' NOT NULL,
	"told_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("api_key_id","job_id"),
	CONSTRAINT "erasure_jobs_kind_check" CHECK ((kind = ANY (ARRAY['user'::text, 'organization'::text, 'folder'::text, 'document'::text, 'location'::text, 'apiKey'::text])))
);
CREATE TABLE "workspace"."erasure_marks" (
	"api_key_id" text collate "C" NOT NULL,
	"mark" text collate "C" NOT NULL,
	"requested_at_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","mark")
);
CREATE TABLE "workspace"."erasure_tasks" (
	"api_key_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"stage" integer NOT NULL,
	"service" text collate "C" NOT NULL,
	"collection" text collate "C" NOT NULL,
	"done" boolean DEFAULT false NOT NULL,
	"rows" bigint DEFAULT 0 NOT NULL,
	"done_at_ms" bigint DEFAULT 0 NOT NULL,
	PRIMARY KEY("api_key_id","job_id","stage","service","collection")
);
CREATE TABLE "workspace"."erasures" (
	"api_key_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"owner" text NOT NULL,
	"kind" text NOT NULL,
	"scope" json NOT NULL,
	"requested_at_ms" bigint NOT NULL,
	"begun_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	"horizon" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"tasks_left" integer NOT NULL,
	"paused" boolean DEFAULT false NOT NULL,
	"rows_per_second" integer DEFAULT 0 NOT NULL,
	PRIMARY KEY("api_key_id","job_id"),
	CONSTRAINT "erasures_kind_check" CHECK ((kind = ANY (ARRAY['user'::text, 'organization'::text, 'folder'::text, 'document'::text, 'location'::text, 'apiKey'::text])))
);
CREATE TABLE "workspace"."erasures_done" (
	"api_key_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"owner" text NOT NULL,
	"stage" integer NOT NULL,
	"collection" text collate "C" NOT NULL,
	"rows" bigint NOT NULL,
	"done_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("api_key_id","job_id","stage","collection")
);
CREATE TABLE "workspace"."idempotency_records" (
	"scope_id" text collate "C" NOT NULL,
	"idempotency_key" text collate "C" NOT NULL,
	"request_hash" "bytea" NOT NULL,
	"lease_id" text collate "C" NOT NULL,
	"lease_until_ms" bigint NOT NULL,
	"status" integer,
	"sealed_body" text,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"keeps_answer" boolean DEFAULT true NOT NULL,
	"sent_before" boolean DEFAULT false NOT NULL,
	"earlier_claims" integer DEFAULT 0 NOT NULL,
	PRIMARY KEY("scope_id","idempotency_key")
);
CREATE TABLE "workspace"."inbox" (
	"consumer_group" text collate "C" NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	PRIMARY KEY("consumer_group","event_id")
);
CREATE TABLE "workspace"."key_minutes" (
	"api_key_id" text collate "C" NOT NULL,
	"minute_ms" bigint NOT NULL,
	"requests" bigint DEFAULT 0 NOT NULL,
	"client_errors" bigint DEFAULT 0 NOT NULL,
	"server_errors" bigint DEFAULT 0 NOT NULL,
	"latencies" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"waiting_deliveries" bigint,
	"waiting_mails" bigint,
	"open_user_removals" bigint,
	"open_place_removals" bigint,
	PRIMARY KEY("api_key_id","minute_ms")
);
CREATE TABLE "workspace"."minute_reports" (
	"report_id" text collate "C" NOT NULL,
	"heard_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	PRIMARY KEY("report_id")
);
CREATE TABLE "workspace"."outbox" (
	"lane" smallint NOT NULL,
	"sequence" bigint GENERATED ALWAYS AS IDENTITY,
	"event_id" uuid NOT NULL,
	"topic" text NOT NULL,
	"event_key" text NOT NULL,
	"event_type" text NOT NULL,
	"api_key_id" text collate "C" NOT NULL,
	"subjects" text[] NOT NULL,
	"trace_parent" text NOT NULL,
	"payload" "bytea" NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	PRIMARY KEY("lane","sequence")
);
CREATE TABLE "workspace"."provider_keys" (
	"workspace_id" text collate "C" NOT NULL,
	"provider" text collate "C" NOT NULL,
	"sealed_key" text NOT NULL,
	PRIMARY KEY("workspace_id","provider"),
	CONSTRAINT "provider_keys_provider_check" CHECK ((provider = ANY (ARRAY['openai'::text, 'anthropic'::text, 'gemini'::text])))
);
CREATE TABLE "workspace"."removal_certificates" (
	"workspace_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"completed_at_ms" bigint NOT NULL,
	"certificate" text NOT NULL,
	"salt" text NOT NULL,
	PRIMARY KEY("workspace_id","job_id")
);
CREATE TABLE "workspace"."repeated_calls" (
	"call_key" text collate "C" NOT NULL,
	"attempt" bigint NOT NULL,
	"created_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("call_key")
);
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
);
CREATE TABLE "workspace"."usage_people" (
	"api_key_id" text collate "C" NOT NULL,
	"user_hash" text collate "C" NOT NULL,
	"day_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","user_hash","day_ms")
);
CREATE TABLE "workspace"."user_token_revocations" (
	"api_key_id" text collate "C" NOT NULL,
	"user_hash" text collate "C" NOT NULL,
	"revoked_at_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","user_hash")
);
CREATE TABLE "workspace"."webhook_configs" (
	"api_key_id" text collate "C" NOT NULL,
	"use_webhook_service" boolean NOT NULL,
	"sealed_auth_token" text,
	"raw_notification_url" text NOT NULL,
	"processed_notification_url" text NOT NULL,
	"encode_data" boolean NOT NULL,
	"encrypt_data" boolean NOT NULL,
	"public_key" text NOT NULL,
	"triggers" text[],
	PRIMARY KEY("api_key_id")
);
CREATE TABLE "workspace"."webhook_endpoints" (
	"api_key_id" text collate "C" NOT NULL,
	"endpoint_id" text collate "C" NOT NULL,
	"uid" text collate "C",
	"url" text NOT NULL,
	"description" text NOT NULL,
	"filter_types" text[] NOT NULL,
	"channels" text[] NOT NULL,
	"organization_ids" text[] NOT NULL,
	"document_ids" text[] NOT NULL,
	"payload" text NOT NULL,
	"header_names" text[] NOT NULL,
	"sealed" text NOT NULL,
	"rate_limit" integer NOT NULL,
	"disabled" boolean NOT NULL,
	"metadata" text NOT NULL,
	"revision" bigint DEFAULT 1 NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"updated_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","endpoint_id"),
	CONSTRAINT "webhook_endpoints_payload_check" CHECK ((payload = ANY (ARRAY['raw'::text, 'processed'::text, 'thin'::text])))
);
CREATE TABLE "workspace"."webhook_secrets" (
	"api_key_id" text collate "C" NOT NULL,
	"secret_id" text collate "C" NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"signs_until_ms" bigint,
	PRIMARY KEY("api_key_id","secret_id")
);
CREATE TABLE "workspace"."work" (
	"api_key_id" text collate "C" NOT NULL,
	"work_id" bigint GENERATED ALWAYS AS IDENTITY,
	"kind" text collate "C" NOT NULL,
	"dedupe_key" text collate "C",
	"payload" text NOT NULL,
	"state" text DEFAULT 'ready' NOT NULL,
	"due_at_ms" bigint DEFAULT 0 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	"last_error" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	PRIMARY KEY("api_key_id","work_id"),
	CONSTRAINT "work_state_check" CHECK ((state = ANY (ARRAY['ready'::text, 'scheduled'::text, 'leased'::text])))
);
CREATE TABLE "workspace"."workspace_tokens" (
	"workspace_id" text collate "C" NOT NULL,
	"token_id" text collate "C" NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"token_name" text DEFAULT '' NOT NULL,
	"masked_token" text DEFAULT '' NOT NULL,
	"expires_at_ms" bigint,
	"session_role" text,
	"parent_token_id" text collate "C",
	"last_used_at_ms" bigint,
	"token_role" text DEFAULT 'administrate' NOT NULL,
	"replaced_by" text collate "C",
	PRIMARY KEY("workspace_id","token_id"),
	CONSTRAINT "workspace_tokens_token_role_check" CHECK ((token_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text]))),
	CONSTRAINT "workspace_tokens_session_role_check" CHECK ((session_role = ANY (ARRAY['read'::text, 'act'::text, 'administrate'::text])))
);
CREATE TABLE "workspace"."workspaces" (
	"workspace_id" text collate "C" NOT NULL,
	"workspace_name" text NOT NULL,
	"owner_email" text NOT NULL,
	"created_at_ms" bigint DEFAULT workspace.now_ms() NOT NULL,
	"owner_name" text DEFAULT '' NOT NULL,
	"owner_avatar" text DEFAULT '' NOT NULL,
	"daily_token_budget" bigint,
	PRIMARY KEY("workspace_id")
);
ALTER TABLE "workspace"."api_key_tokens" ADD CONSTRAINT "api_key_tokens_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "workspace"."api_keys"("api_key_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspace"."data_keys" ADD CONSTRAINT "data_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspace"."domains" ADD CONSTRAINT "domains_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "workspace"."api_keys"("api_key_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspace"."email_configs" ADD CONSTRAINT "email_configs_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "workspace"."api_keys"("api_key_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspace"."provider_keys" ADD CONSTRAINT "provider_keys_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspace"."webhook_configs" ADD CONSTRAINT "webhook_configs_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "workspace"."api_keys"("api_key_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspace"."webhook_secrets" ADD CONSTRAINT "webhook_secrets_api_key_id_fkey" FOREIGN KEY ("api_key_id") REFERENCES "workspace"."api_keys"("api_key_id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "workspace"."workspace_tokens" ADD CONSTRAINT "workspace_tokens_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace"."workspaces"("workspace_id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "api_key_tokens_by_age" ON "workspace"."api_key_tokens" USING btree ("api_key_id","created_at_ms","token_id");
CREATE INDEX "api_keys_by_workspace" ON "workspace"."api_keys" USING btree ("workspace_id","created_at_ms","api_key_id");
CREATE INDEX "api_keys_by_name" ON "workspace"."api_keys" USING btree ("workspace_id",(lower("left"(api_key_name, 128))) collate "C","api_key_id");
CREATE INDEX "api_keys_with_retention" ON "workspace"."api_keys" USING btree ("api_key_id") WHERE coalesce(activities_days, notifications_days, deliveries_days, mails_days) is not null;
CREATE INDEX "api_keys_with_search" ON "workspace"."api_keys" USING btree ("api_key_id") WHERE search_enabled;
CREATE INDEX "audit_people_by_user" ON "workspace"."audit_people" USING btree ("api_key_id","user_id","record_id","position");
CREATE UNIQUE INDEX "audit_records_by_sequence" ON "workspace"."audit_records" USING btree ("workspace_id","sequence") WHERE (sequence IS NOT NULL);
CREATE INDEX "audit_records_without_reads" ON "workspace"."audit_records" USING btree ("workspace_id","sequence") WHERE (sequence IS NOT NULL AND NOT is_read);
CREATE INDEX "audit_records_by_seal" ON "workspace"."audit_records" USING btree ("workspace_id","sealed_at_ms","sequence") WHERE (sequence IS NOT NULL);
CREATE INDEX "audit_records_unsealed" ON "workspace"."audit_records" USING btree ("workspace_id","finished_at_ms","record_id") WHERE (sequence IS NULL);
CREATE INDEX "data_keys_by_master_key" ON "workspace"."data_keys" USING btree ("master_key_id","workspace_id","version");
CREATE INDEX "dead_letters_by_age" ON "workspace"."dead_letters" USING btree ("created_at_ms");
CREATE INDEX "dead_letters_by_key" ON "workspace"."dead_letters" USING btree ("api_key_id","dead_letter_id");
CREATE INDEX "dead_letters_to_redrive" ON "workspace"."dead_letters" USING btree ("dead_letter_id") WHERE redrive;
CREATE INDEX "erasure_jobs_by_age" ON "workspace"."erasure_jobs" USING btree ("requested_at_ms") WHERE tasks_left = 0;
CREATE INDEX "erasure_jobs_by_key" ON "workspace"."erasure_jobs" USING btree ("api_key_id","requested_at_ms","job_id");
CREATE INDEX "erasure_jobs_unfinished" ON "workspace"."erasure_jobs" USING btree ("requested_at_ms") WHERE tasks_left > 0;
CREATE INDEX "erasures_done_by_age" ON "workspace"."erasures_done" USING btree ("done_at_ms");
CREATE INDEX "idempotency_records_by_age" ON "workspace"."idempotency_records" USING btree ("created_at_ms");
CREATE INDEX "inbox_by_age" ON "workspace"."inbox" USING btree ("handled_at");
CREATE INDEX "key_minutes_by_age" ON "workspace"."key_minutes" USING btree ("minute_ms");
CREATE INDEX "key_minutes_by_minute" ON "workspace"."key_minutes" USING btree ("minute_ms") WHERE (minute_ms % (3600000)::bigint) <> 0;
CREATE INDEX "minute_reports_by_age" ON "workspace"."minute_reports" USING btree ("heard_at_ms");
CREATE INDEX "removal_certificates_by_age" ON "workspace"."removal_certificates" USING btree ("completed_at_ms");
CREATE INDEX "repeated_calls_by_age" ON "workspace"."repeated_calls" USING btree ("created_at_ms");
CREATE INDEX "usage_days_of_workspace" ON "workspace"."usage_days" USING btree ("workspace_id","day_ms","api_key_id");
CREATE INDEX "usage_days_by_age" ON "workspace"."usage_days" USING btree ("day_ms");
CREATE INDEX "usage_people_by_age" ON "workspace"."usage_people" USING btree ("day_ms");
CREATE INDEX "user_token_revocations_of_key" ON "workspace"."user_token_revocations" USING btree ("api_key_id","revoked_at_ms","user_hash");
CREATE INDEX "user_token_revocations_by_age" ON "workspace"."user_token_revocations" USING btree ("revoked_at_ms");
CREATE UNIQUE INDEX "webhook_endpoints_by_uid" ON "workspace"."webhook_endpoints" USING btree ("api_key_id","uid") WHERE uid IS NOT NULL;
CREATE UNIQUE INDEX "webhook_secrets_newest" ON "workspace"."webhook_secrets" USING btree ("api_key_id") WHERE signs_until_ms IS NULL;
CREATE INDEX "work_due" ON "workspace"."work" USING btree ("due_at_ms") WHERE state <> 'ready'::text;
CREATE UNIQUE INDEX "work_once" ON "workspace"."work" USING btree ("kind","api_key_id","dedupe_key") WHERE dedupe_key IS NOT NULL;
CREATE INDEX "work_ready" ON "workspace"."work" USING btree ("kind","api_key_id","work_id") WHERE state = 'ready'::text;

alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table outbox alter column payload set storage external;
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table key_minutes set (fillfactor = 70);
alter table usage_days set (fillfactor = 70);

-- A record is deleted only once its chain begins after it.
create function keep_chained() returns trigger language plpgsql as $$
begin
  if old.sequence >= (select c.first_sequence from workspace.audit_chains c where c.workspace_id = old.workspace_id) then
    raise exception 'Record % of the audit log of % is not removed: the chain begins before it.', old.sequence, old.workspace_id;
  end if;
  return old;
end $$;
create trigger audit_records_keep_chained before delete on audit_records for each row
  when (old.sequence is not null) execute function keep_chained();
