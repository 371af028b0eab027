-- Made by `npm run migration` from src/schema.ts and migrations/by-hand.

create function now_ms() returns bigint language sql stable
  as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

create sequence refs;

CREATE TABLE "directory"."dead_letters" (
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
CREATE TABLE "directory"."deleted_places" (
	"api_key_id" text collate "C" NOT NULL,
	"removal_id" bigint GENERATED ALWAYS AS IDENTITY,
	"kind" text NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"organization_ref" bigint NOT NULL,
	"folder_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"folder_refs" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"document_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"document_refs" bigint[] DEFAULT '{}'::bigint[] NOT NULL,
	"location_ids" text[] DEFAULT '{}'::text[] NOT NULL,
	"requested_at_ms" bigint DEFAULT directory.now_ms() NOT NULL,
	"job_id" text collate "C",
	PRIMARY KEY("api_key_id","removal_id"),
	CONSTRAINT "deleted_places_kind_check" CHECK ((kind = ANY (ARRAY['organization'::text, 'folder'::text, 'document'::text, 'location'::text])))
);
CREATE TABLE "directory"."documents" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_ref" bigint NOT NULL,
	"document_id" text collate "C" NOT NULL,
	"document_ref" bigint DEFAULT nextval('directory.refs'::regclass) NOT NULL,
	"folder_ref" bigint DEFAULT 0 NOT NULL,
	"document_name" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"created_at_ms" bigint DEFAULT directory.now_ms() NOT NULL,
	"updated_at_ms" bigint,
	"access_type" text DEFAULT '' NOT NULL,
	PRIMARY KEY("api_key_id","organization_ref","document_id"),
	CONSTRAINT "documents_access_type_check" CHECK ((access_type = ANY (ARRAY[''::text, 'public'::text, 'organizationPrivate'::text, 'restricted'::text])))
);
CREATE TABLE "directory"."erasure_jobs" (
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
CREATE TABLE "directory"."erasure_marks" (
	"api_key_id" text collate "C" NOT NULL,
	"mark" text collate "C" NOT NULL,
	"requested_at_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","mark")
);
CREATE TABLE "directory"."erasure_tasks" (
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
CREATE TABLE "directory"."erasures" (
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
CREATE TABLE "directory"."erasures_done" (
	"api_key_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"owner" text NOT NULL,
	"stage" integer NOT NULL,
	"collection" text collate "C" NOT NULL,
	"rows" bigint NOT NULL,
	"done_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("api_key_id","job_id","stage","collection")
);
CREATE TABLE "directory"."folders" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_ref" bigint NOT NULL,
	"folder_id" text collate "C" NOT NULL,
	"folder_ref" bigint DEFAULT nextval('directory.refs'::regclass) NOT NULL,
	"parent_ref" bigint DEFAULT 0 NOT NULL,
	"folder_name" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at_ms" bigint DEFAULT directory.now_ms() NOT NULL,
	"updated_at_ms" bigint,
	"access_type" text DEFAULT '' NOT NULL,
	"inherits_access" boolean DEFAULT false NOT NULL,
	PRIMARY KEY("api_key_id","organization_ref","folder_id"),
	CONSTRAINT "folders_api_key_id_folder_ref_key" UNIQUE("api_key_id","folder_ref"),
	CONSTRAINT "folders_access_type_check" CHECK ((access_type = ANY (ARRAY[''::text, 'public'::text, 'organizationPrivate'::text, 'restricted'::text])))
);
CREATE TABLE "directory"."inbox" (
	"consumer_group" text collate "C" NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	PRIMARY KEY("consumer_group","event_id")
);
CREATE TABLE "directory"."locations" (
	"api_key_id" text collate "C" NOT NULL,
	"document_ref" bigint NOT NULL,
	"location_id" text collate "C" NOT NULL,
	"location_name" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at_ms" bigint DEFAULT directory.now_ms() NOT NULL,
	"updated_at_ms" bigint,
	PRIMARY KEY("api_key_id","document_ref","location_id")
);
CREATE TABLE "directory"."organizations" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"organization_ref" bigint DEFAULT nextval('directory.refs'::regclass) NOT NULL,
	"organization_name" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"disabled" boolean DEFAULT false NOT NULL,
	"created_at_ms" bigint DEFAULT directory.now_ms() NOT NULL,
	"updated_at_ms" bigint,
	PRIMARY KEY("api_key_id","organization_id")
);
CREATE TABLE "directory"."outbox" (
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
CREATE TABLE "directory"."repeated_calls" (
	"call_key" text collate "C" NOT NULL,
	"attempt" bigint NOT NULL,
	"created_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("call_key")
);
CREATE TABLE "directory"."work" (
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
CREATE INDEX "dead_letters_by_age" ON "directory"."dead_letters" USING btree ("created_at_ms");
CREATE INDEX "dead_letters_by_key" ON "directory"."dead_letters" USING btree ("api_key_id","dead_letter_id");
CREATE INDEX "dead_letters_to_redrive" ON "directory"."dead_letters" USING btree ("dead_letter_id") WHERE redrive;
CREATE UNIQUE INDEX "deleted_places_by_job" ON "directory"."deleted_places" USING btree ("api_key_id","job_id") WHERE job_id IS NOT NULL;
CREATE INDEX "deleted_places_to_begin" ON "directory"."deleted_places" USING btree ("api_key_id","removal_id") WHERE job_id IS NULL;
CREATE INDEX "documents_by_folder" ON "directory"."documents" USING btree ("api_key_id","organization_ref","folder_ref","document_id");
CREATE INDEX "documents_by_name" ON "directory"."documents" USING btree ("api_key_id","organization_ref",(lower("left"(document_name, 128))) collate "C","document_id");
CREATE INDEX "erasure_jobs_by_age" ON "directory"."erasure_jobs" USING btree ("requested_at_ms") WHERE tasks_left = 0;
CREATE INDEX "erasure_jobs_by_key" ON "directory"."erasure_jobs" USING btree ("api_key_id","requested_at_ms","job_id");
CREATE INDEX "erasure_jobs_unfinished" ON "directory"."erasure_jobs" USING btree ("requested_at_ms") WHERE tasks_left > 0;
CREATE INDEX "erasures_done_by_age" ON "directory"."erasures_done" USING btree ("done_at_ms");
CREATE INDEX "folders_by_name" ON "directory"."folders" USING btree ("api_key_id","organization_ref",(lower("left"(folder_name, 128))) collate "C","folder_id");
CREATE INDEX "folders_by_parent" ON "directory"."folders" USING btree ("api_key_id","organization_ref","parent_ref","folder_id");
CREATE INDEX "inbox_by_age" ON "directory"."inbox" USING btree ("handled_at");
CREATE INDEX "organizations_by_name" ON "directory"."organizations" USING btree ("api_key_id",(lower("left"(organization_name, 128))) collate "C","organization_id");
CREATE INDEX "repeated_calls_by_age" ON "directory"."repeated_calls" USING btree ("created_at_ms");
CREATE INDEX "work_due" ON "directory"."work" USING btree ("due_at_ms") WHERE state <> 'ready'::text;
CREATE UNIQUE INDEX "work_once" ON "directory"."work" USING btree ("kind","api_key_id","dedupe_key") WHERE dedupe_key IS NOT NULL;
CREATE INDEX "work_ready" ON "directory"."work" USING btree ("kind","api_key_id","work_id") WHERE state = 'ready'::text;

alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table outbox alter column payload set storage external;
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
