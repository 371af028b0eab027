-- Made by `npm run migration` from src/schema.ts and migrations/by-hand.

create function now_ms() returns bigint language sql stable
  as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

CREATE TABLE "rewriter"."calls" (
	"api_key_id" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"call_id" text collate "C" NOT NULL,
	"workspace_id" text collate "C" NOT NULL,
	"provider" text collate "C" NOT NULL,
	"model" text collate "C" NOT NULL,
	"outcome" text collate "C" NOT NULL,
	"attempts" integer NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"latency_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","created_at_ms","call_id")
);
CREATE TABLE "rewriter"."dead_letters" (
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
CREATE TABLE "rewriter"."erasure_marks" (
	"api_key_id" text collate "C" NOT NULL,
	"mark" text collate "C" NOT NULL,
	"requested_at_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","mark")
);
CREATE TABLE "rewriter"."erasures" (
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
CREATE TABLE "rewriter"."erasures_done" (
	"api_key_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"owner" text NOT NULL,
	"stage" integer NOT NULL,
	"collection" text collate "C" NOT NULL,
	"rows" bigint NOT NULL,
	"done_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("api_key_id","job_id","stage","collection")
);
CREATE TABLE "rewriter"."inbox" (
	"consumer_group" text collate "C" NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	PRIMARY KEY("consumer_group","event_id")
);
CREATE TABLE "rewriter"."outbox" (
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
CREATE TABLE "rewriter"."usage_days" (
	"api_key_id" text collate "C" NOT NULL,
	"day" date NOT NULL,
	"model" text collate "C" NOT NULL,
	"provider" text collate "C" NOT NULL,
	"calls" bigint NOT NULL,
	"failed_calls" bigint NOT NULL,
	"input_tokens" bigint NOT NULL,
	"output_tokens" bigint NOT NULL,
	"latency_ms" bigint NOT NULL,
	"workspace_id" text collate "C" DEFAULT '' NOT NULL,
	PRIMARY KEY("api_key_id","day","model")
);
CREATE TABLE "rewriter"."work" (
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
CREATE INDEX "calls_by_age" ON "rewriter"."calls" USING btree ("created_at_ms");
CREATE INDEX "dead_letters_by_age" ON "rewriter"."dead_letters" USING btree ("created_at_ms");
CREATE INDEX "dead_letters_by_key" ON "rewriter"."dead_letters" USING btree ("api_key_id","dead_letter_id");
CREATE INDEX "dead_letters_to_redrive" ON "rewriter"."dead_letters" USING btree ("dead_letter_id") WHERE redrive;
CREATE INDEX "erasures_done_by_age" ON "rewriter"."erasures_done" USING btree ("done_at_ms");
CREATE INDEX "inbox_by_age" ON "rewriter"."inbox" USING btree ("handled_at");
CREATE INDEX "usage_days_of_workspace" ON "rewriter"."usage_days" USING btree ("workspace_id","day");
CREATE INDEX "work_due" ON "rewriter"."work" USING btree ("due_at_ms") WHERE state <> 'ready'::text;
CREATE UNIQUE INDEX "work_once" ON "rewriter"."work" USING btree ("kind","api_key_id","dedupe_key") WHERE dedupe_key IS NOT NULL;
CREATE INDEX "work_ready" ON "rewriter"."work" USING btree ("kind","api_key_id","work_id") WHERE state = 'ready'::text;

alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table outbox alter column payload set storage external;
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
