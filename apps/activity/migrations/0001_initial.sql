-- Made by `npm run migration` from src/schema.ts and migrations/by-hand.

-- The functions read tables that are created after them, because columns of other tables have them as defaults.
set local check_function_bodies = off;

create function now_ms() returns bigint language sql stable
  as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

create sequence refs;

-- The rows of an API key may be on another server than this one (Citus). Of the transactions before `oldest`, the ones before the returned one can
-- be read wherever the rows of these API keys are. On one server these are all. While rows are on several servers, `distribute` replaces the function.
create function settled_before(api_key_ids text[], oldest bigint) returns bigint language sql immutable
  as $$ select oldest $$;

create function server_started_us() returns bigint language sql stable
  as $$ select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint $$;

-- The oldest transaction that is under way: everything written by earlier ones can be read, or never will be.
create function oldest_transaction() returns bigint language sql volatile
  as $$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint $$;

-- The latest position in a table, looked up key by key, each by one step in the index.
create function latest_position(name regclass, place text) returns bigint language plpgsql as $$
declare
  latest bigint;
begin
  execute format('with recursive records as (
    (select api_key_id, %2$I as position from %1$s order by api_key_id desc, %2$I desc limit 1)
    union all
    select n.* from records r cross join lateral (
      select a.api_key_id, a.%2$I from %1$s a where a.api_key_id < r.api_key_id order by a.api_key_id desc, a.%2$I desc limit 1) n)
    select coalesce(max(position), 0) from records', name, place) into latest;
  return latest;
end $$;

-- The same while the table's rows are on several servers: each part is asked for its own.
create function latest_position_in_parts(name regclass, place text) returns bigint language plpgsql as $$
declare
  latest bigint;
  missing text;
begin
  select max(case when success then result::bigint end), min(case when not success then result end) into latest, missing
  from run_command_on_shards(name, format('with recursive records as (
    (select api_key_id, %1$I as position from %%1$s order by api_key_id desc, %1$I desc limit 1)
    union all
    select n.* from records r cross join lateral (
      select a.api_key_id, a.%1$I from %%1$s a where a.api_key_id < r.api_key_id order by a.api_key_id desc, a.%1$I desc limit 1) n)
    select coalesce(max(position), 0) from records', place));
  if missing is not null then raise exception 'The latest position of % is not known: %', name, missing; end if;
  return latest;
end $$;

-- Begins the epoch of this start of the server unless that was done, and returns its shift. Nothing is written to the feed before: each writer
-- calls it. Only a table that was copied into another server has positions that the server's transactions have not reached.
create function begin_feed_epoch() returns bigint language plpgsql as $$
declare
  known bigint;
  oldest bigint;
  latest bigint;
  moved bigint;
  is_spread boolean := false;
begin
  lock table activity.feed_epochs in share row exclusive mode;
  select shift into known from activity.feed_epochs where server_started_us = activity.server_started_us();
  if found then return known; end if;
  if to_regclass('pg_catalog.pg_dist_partition') is not null then
    select exists (select from pg_catalog.pg_dist_partition where logicalrelid = 'activity.activities'::regclass and partmethod = 'h') into is_spread;
  end if;
  oldest := activity.oldest_transaction();
  if is_spread then
    latest := greatest(activity.latest_position_in_parts('activity.activities', 'feed_position'),
      activity.latest_position_in_parts('activity.feed_markers', 'feed_position'),
      activity.latest_position_in_parts('activity.comments', 'written_position'));
  else
    latest := greatest(activity.latest_position('activity.activities', 'feed_position'),
      activity.latest_position('activity.feed_markers', 'feed_position'), activity.latest_position('activity.comments', 'written_position'));
  end if;
  select coalesce((select shift from activity.feed_epochs order by epoch desc limit 1), 0) into moved;
  moved := greatest(moved, latest + 1 - oldest);
  insert into activity.feed_epochs (epoch, tag, server_started_us, first_position, shift)
    select coalesce(max(epoch), 0) + 1, left(replace(gen_random_uuid()::text, '-', ''), 12), activity.server_started_us(), oldest + moved, moved
    from activity.feed_epochs;
  return moved;
end $$;

-- Records of the activity log, markers of removals and comments are ordered by the transactions that wrote them last. A number drawn from a sequence
-- at the insert, or a time, would let a reader pass a record that commits later.
create function feed_position() returns bigint language sql volatile as $$
  select pg_current_xact_id()::text::bigint + coalesce(
    (select shift from activity.feed_epochs where server_started_us = activity.server_started_us()), activity.begin_feed_epoch()) $$;

CREATE TABLE "activity"."activities" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"activity_id" text collate "C" NOT NULL,
	"activity_ref" bigint DEFAULT nextval('activity.refs'::regclass) NOT NULL,
	"document_id" text collate "C",
	"feature_type" text collate "C" NOT NULL,
	"action_type" text collate "C" NOT NULL,
	"action_user_id" text collate "C",
	"action_user" json,
	"changes" json,
	"entity_data" json,
	"entity_target_data" json,
	"display_message_template" text,
	"display_message_template_data" json,
	"action_icon" text,
	"immutable" boolean NOT NULL,
	"created_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"updated_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"stored_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"target_entity_id" text collate "C",
	"target_sub_entity_id" text collate "C",
	"feed_position" bigint DEFAULT activity.feed_position() NOT NULL,
	"metadata" json,
	"is_activity_resolver_used" boolean DEFAULT false NOT NULL,
	PRIMARY KEY("api_key_id","organization_id","activity_id")
);
CREATE TABLE "activity"."annotation_users" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"document_id" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"annotation_ref" bigint NOT NULL,
	"is_mentioned" boolean DEFAULT false NOT NULL,
	PRIMARY KEY("api_key_id","organization_id","user_id","created_at_ms","annotation_ref")
);
CREATE TABLE "activity"."annotations" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"document_id" text collate "C" NOT NULL,
	"annotation_id" text collate "C" NOT NULL,
	"annotation_ref" bigint DEFAULT nextval('activity.refs'::regclass) NOT NULL,
	"status" text collate "C" NOT NULL,
	"priority" text collate "C",
	"type" text collate "C",
	"location_id" text collate "C",
	"location_name" text collate "C",
	"location_extra" json,
	"assignee_id" text collate "C",
	"assignee" json,
	"metadata" json DEFAULT '{}'::json NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"last_position" integer DEFAULT 0 NOT NULL,
	"reaction_count" integer DEFAULT 0 NOT NULL,
	"thread_bytes" integer DEFAULT 0 NOT NULL,
	"created_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"updated_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"stored_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"assigned_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"labels" json,
	"status_user_id" text collate "C",
	"status_set_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"details" json DEFAULT '{}'::json NOT NULL,
	PRIMARY KEY("api_key_id","organization_id","document_id","annotation_id")
);
CREATE TABLE "activity"."comment_users" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"annotation_ref" bigint NOT NULL,
	"comment_id" text collate "C" NOT NULL,
	PRIMARY KEY("api_key_id","organization_id","user_id","created_at_ms","annotation_ref","comment_id")
);
CREATE TABLE "activity"."comments" (
	"api_key_id" text collate "C" NOT NULL,
	"annotation_ref" bigint NOT NULL,
	"comment_id" text collate "C" NOT NULL,
	"position" integer NOT NULL,
	"author_id" text collate "C" NOT NULL,
	"author" json NOT NULL,
	"comment_text" text DEFAULT '' NOT NULL,
	"html" text DEFAULT '' NOT NULL,
	"tagged_ids" text[] collate "C" DEFAULT '{}'::text[] NOT NULL,
	"tagged_users" json DEFAULT '[]'::json NOT NULL,
	"attachments" json DEFAULT '[]'::json NOT NULL,
	"metadata" json DEFAULT '{}'::json NOT NULL,
	"details" json DEFAULT '{}'::json NOT NULL,
	"bytes" integer NOT NULL,
	"created_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"updated_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"edited_at_ms" bigint,
	"stored_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"written_position" bigint DEFAULT activity.feed_position() NOT NULL,
	PRIMARY KEY("api_key_id","annotation_ref","comment_id")
);
CREATE TABLE "activity"."dead_letters" (
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
CREATE TABLE "activity"."erasure_marks" (
	"api_key_id" text collate "C" NOT NULL,
	"mark" text collate "C" NOT NULL,
	"requested_at_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","mark")
);
CREATE TABLE "activity"."erasures" (
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
CREATE TABLE "activity"."erasures_done" (
	"api_key_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"owner" text NOT NULL,
	"stage" integer NOT NULL,
	"collection" text collate "C" NOT NULL,
	"rows" bigint NOT NULL,
	"done_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("api_key_id","job_id","stage","collection")
);
CREATE TABLE "activity"."feed_epochs" (
	"epoch" bigint NOT NULL,
	"tag" text collate "C" NOT NULL,
	"server_started_us" bigint NOT NULL,
	"first_position" bigint NOT NULL,
	"shift" bigint NOT NULL,
	PRIMARY KEY("epoch")
);
CREATE TABLE "activity"."feed_markers" (
	"api_key_id" text collate "C" NOT NULL,
	"feed_position" bigint DEFAULT activity.feed_position() NOT NULL,
	"marker_ref" bigint DEFAULT nextval('activity.refs'::regclass) NOT NULL,
	"action_type" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"organization_id" text collate "C",
	"folder_id" text collate "C",
	"document_id" text collate "C",
	"location_id" text collate "C",
	"created_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","feed_position","marker_ref")
);
CREATE TABLE "activity"."inbox" (
	"consumer_group" text collate "C" NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	PRIMARY KEY("consumer_group","event_id")
);
CREATE TABLE "activity"."outbox" (
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
CREATE TABLE "activity"."reactions" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"annotation_ref" bigint NOT NULL,
	"comment_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"reaction" text collate "C" NOT NULL,
	"reacting_user" json NOT NULL,
	"bytes" integer NOT NULL,
	"created_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","annotation_ref","comment_id","user_id","reaction")
);
CREATE TABLE "activity"."recordings" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"document_id" text collate "C" NOT NULL,
	"recording_id" text collate "C" NOT NULL,
	"recording_ref" bigint DEFAULT nextval('activity.refs'::regclass) NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"recording_user" json NOT NULL,
	"type" text collate "C",
	"name" text,
	"url" text,
	"mime_type" text,
	"duration_ms" bigint,
	"size_bytes" bigint,
	"location_id" text collate "C",
	"location_name" text collate "C",
	"location_extra" json,
	"metadata" json,
	"created_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"updated_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	"stored_at_ms" bigint DEFAULT activity.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","organization_id","document_id","recording_id")
);
CREATE TABLE "activity"."repeated_calls" (
	"call_key" text collate "C" NOT NULL,
	"attempt" bigint NOT NULL,
	"created_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("call_key")
);
CREATE TABLE "activity"."search_comments" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"annotation_ref" bigint NOT NULL,
	"comment_id" text collate "C" NOT NULL,
	"created_at_ms" bigint NOT NULL,
	"segment" integer NOT NULL,
	"terms" bigint[] NOT NULL,
	PRIMARY KEY("api_key_id","annotation_ref","comment_id")
);
CREATE TABLE "activity"."search_keys" (
	"api_key_id" text collate "C" NOT NULL,
	"written_position" bigint NOT NULL,
	"written_ref" bigint NOT NULL,
	"written_comment_id" text collate "C" NOT NULL,
	"top_ref" bigint NOT NULL,
	"below_ref" bigint NOT NULL,
	"oldest_ref" bigint NOT NULL,
	"walked_comment_id" text collate "C" DEFAULT '' NOT NULL,
	"is_leaving" boolean DEFAULT false NOT NULL,
	"leased_until_ms" bigint DEFAULT 0 NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	PRIMARY KEY("api_key_id")
);
CREATE TABLE "activity"."search_segments" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"from_ms" bigint NOT NULL,
	"from_ref" bigint NOT NULL,
	"segment" integer NOT NULL,
	"comments" integer DEFAULT 0 NOT NULL,
	"terms" bigint DEFAULT 0 NOT NULL,
	PRIMARY KEY("api_key_id","organization_id","from_ms","from_ref")
);
CREATE TABLE "activity"."work" (
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
ALTER TABLE "activity"."search_comments" ADD CONSTRAINT "search_comments_fkey" FOREIGN KEY ("api_key_id","annotation_ref","comment_id") REFERENCES "activity"."comments"("api_key_id","annotation_ref","comment_id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "activities_by_age" ON "activity"."activities" USING btree ("api_key_id","created_at_ms");
CREATE INDEX "activities_by_feed" ON "activity"."activities" USING btree ("api_key_id","feed_position","activity_ref");
CREATE INDEX "activities_by_organization" ON "activity"."activities" USING btree ("api_key_id","organization_id","created_at_ms","activity_ref");
CREATE INDEX "activities_by_document" ON "activity"."activities" USING btree ("api_key_id","organization_id","document_id","created_at_ms","activity_ref") WHERE document_id IS NOT NULL;
CREATE INDEX "activities_by_user" ON "activity"."activities" USING btree ("api_key_id","organization_id","action_user_id","created_at_ms","activity_ref") WHERE action_user_id IS NOT NULL;
CREATE INDEX "activities_by_target" ON "activity"."activities" USING btree ("api_key_id","organization_id","target_entity_id","created_at_ms","activity_ref") WHERE target_entity_id IS NOT NULL;
CREATE INDEX "annotation_users_by_mention" ON "activity"."annotation_users" USING btree ("api_key_id","organization_id","user_id","created_at_ms","annotation_ref") WHERE is_mentioned;
CREATE INDEX "annotation_users_by_document" ON "activity"."annotation_users" USING btree ("api_key_id","organization_id","user_id","document_id","created_at_ms","annotation_ref");
CREATE UNIQUE INDEX "annotations_by_ref" ON "activity"."annotations" USING btree ("api_key_id","annotation_ref");
CREATE INDEX "annotations_by_change" ON "activity"."annotations" USING btree ("api_key_id","organization_id","updated_at_ms","annotation_ref");
CREATE INDEX "annotations_by_organization" ON "activity"."annotations" USING btree ("api_key_id","organization_id","created_at_ms","annotation_ref");
CREATE INDEX "annotations_by_change_in_document" ON "activity"."annotations" USING btree ("api_key_id","organization_id","document_id","updated_at_ms","annotation_ref");
CREATE INDEX "annotations_by_document" ON "activity"."annotations" USING btree ("api_key_id","organization_id","document_id","created_at_ms","annotation_ref");
CREATE INDEX "annotations_by_status_user" ON "activity"."annotations" USING btree ("api_key_id","organization_id","status_user_id","created_at_ms","annotation_ref") WHERE status_user_id IS NOT NULL;
CREATE INDEX "annotations_by_status" ON "activity"."annotations" USING btree ("api_key_id","organization_id","document_id","status","created_at_ms","annotation_ref");
CREATE INDEX "annotations_by_location" ON "activity"."annotations" USING btree ("api_key_id","organization_id","document_id","location_id","created_at_ms","annotation_ref") WHERE location_id IS NOT NULL;
CREATE INDEX "annotations_by_location_name" ON "activity"."annotations" USING btree ("api_key_id","organization_id","document_id",md5(location_name),"created_at_ms","annotation_ref") WHERE location_name IS NOT NULL;
CREATE INDEX "comments_by_writing" ON "activity"."comments" USING btree ("api_key_id","written_position","annotation_ref","comment_id");
CREATE INDEX "dead_letters_by_age" ON "activity"."dead_letters" USING btree ("created_at_ms");
CREATE INDEX "dead_letters_by_key" ON "activity"."dead_letters" USING btree ("api_key_id","dead_letter_id");
CREATE INDEX "dead_letters_to_redrive" ON "activity"."dead_letters" USING btree ("dead_letter_id") WHERE redrive;
CREATE INDEX "erasures_done_by_age" ON "activity"."erasures_done" USING btree ("done_at_ms");
CREATE UNIQUE INDEX "feed_epochs_by_server_start" ON "activity"."feed_epochs" USING btree ("server_started_us");
CREATE INDEX "inbox_by_age" ON "activity"."inbox" USING btree ("handled_at");
CREATE INDEX "reactions_by_user" ON "activity"."reactions" USING btree ("api_key_id","organization_id","user_id","created_at_ms","annotation_ref","comment_id","reaction");
CREATE INDEX "recordings_by_organization" ON "activity"."recordings" USING btree ("api_key_id","organization_id","created_at_ms","recording_ref");
CREATE INDEX "recordings_by_document" ON "activity"."recordings" USING btree ("api_key_id","organization_id","document_id","created_at_ms","recording_ref");
CREATE INDEX "recordings_by_user" ON "activity"."recordings" USING btree ("api_key_id","organization_id","user_id","created_at_ms","recording_ref");
CREATE INDEX "recordings_by_location" ON "activity"."recordings" USING btree ("api_key_id","organization_id","document_id","location_id","created_at_ms","recording_ref") WHERE location_id IS NOT NULL;
CREATE INDEX "recordings_by_location_name" ON "activity"."recordings" USING btree ("api_key_id","organization_id","document_id",md5(location_name),"created_at_ms","recording_ref") WHERE location_name IS NOT NULL;
CREATE INDEX "repeated_calls_by_age" ON "activity"."repeated_calls" USING btree ("created_at_ms");
CREATE INDEX "search_comments_by_segment" ON "activity"."search_comments" USING btree ("api_key_id","organization_id","segment","created_at_ms","annotation_ref");
CREATE INDEX "search_comments_by_terms" ON "activity"."search_comments" USING gin ("terms") WITH (fastupdate=true,gin_pending_list_limit=64);
CREATE INDEX "work_due" ON "activity"."work" USING btree ("due_at_ms") WHERE state <> 'ready'::text;
CREATE UNIQUE INDEX "work_once" ON "activity"."work" USING btree ("kind","api_key_id","dedupe_key") WHERE dedupe_key IS NOT NULL;
CREATE INDEX "work_ready" ON "activity"."work" USING btree ("kind","api_key_id","work_id") WHERE state = 'ready'::text;

alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table outbox alter column payload set storage external;
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table annotations set (fillfactor = 85);

-- Only the index's owner may merge its pending list, and the service is not the owner. Does nothing while the index is missing.
create function merge_search_terms() returns void language sql volatile security definer set search_path = pg_catalog
  as $$ select gin_clean_pending_list(to_regclass('activity.search_comments_by_terms')) $$;

-- Positions are drawn here: a statement reads them together with a row of feed_epochs, so there is always one.
select activity.begin_feed_epoch();
