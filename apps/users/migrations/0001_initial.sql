-- Made by `npm run migration` from src/schema.ts and migrations/by-hand.

create function now_ms() returns bigint language sql stable
  as $$ select (extract(epoch from clock_timestamp()) * 1000)::bigint $$;

-- People are found without the accents of their names, and by the words of a name in any order. One function normalizes names and queries as
-- comments are normalized for search: it also maps capitals that `lower` leaves in a database of the C locale, and makes apostrophes alike.
-- Names of ASCII alone, the most, need only `lower`. The result has at most 128 characters, because the size of an index entry is limited.
create function folded(name text) returns text language sql immutable parallel safe
  return left(btrim(regexp_replace(translate(
    case when octet_length(left(name, 128)) = char_length(left(name, 128)) then lower(left(name, 128)) else
      replace(replace(replace(replace(replace(replace(translate(
        lower(normalize(regexp_replace(normalize(translate(left(name, 128), '’‘ʼ´′ʹ', ''''''''''''''), NFKD),
          '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]',
          '', 'g'), NFC)),
        'ØøŁłĐđĦħıςΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯЄІЈЉЊЂЋЏҐ',
        'oollddhhiσαβγδεζηθικλμνξοπρστυφχψωабвгдежзиклмнопрстуфхцчшщъыьэюяєіјљњђћџґ'),
        'Æ', 'ae'), 'æ', 'ae'), 'Œ', 'oe'), 'œ', 'oe'), 'ß', 'ss'), 'ẞ', 'ss')
    end, '`', ''''), '[[:space:],;()"]+', ' ', 'g')), 128);

-- The word of a query by which candidates are looked up: the longest, which the fewest names have.
create function longest_word(query text) returns text language sql immutable parallel safe
  as $$ select word from unnest(string_to_array(query, ' ')) with ordinality as w (word, nth) order by length(word) desc, nth limit 1 $$;

CREATE TABLE "users"."dead_letters" (
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
CREATE TABLE "users"."deleted_groups" (
	"api_key_id" text collate "C" NOT NULL,
	"removal_id" bigint GENERATED ALWAYS AS IDENTITY,
	"kind" text NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"group_refs" bigint[] NOT NULL,
	"requested_at_ms" bigint DEFAULT users.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","removal_id"),
	CONSTRAINT "deleted_groups_kind_check" CHECK ((kind = 'group'::text))
);
CREATE TABLE "users"."erasure_jobs" (
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
CREATE TABLE "users"."erasure_marks" (
	"api_key_id" text collate "C" NOT NULL,
	"mark" text collate "C" NOT NULL,
	"requested_at_ms" bigint NOT NULL,
	PRIMARY KEY("api_key_id","mark")
);
CREATE TABLE "users"."erasure_tasks" (
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
CREATE TABLE "users"."erasures" (
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
CREATE TABLE "users"."erasures_done" (
	"api_key_id" text collate "C" NOT NULL,
	"job_id" text collate "C" NOT NULL,
	"owner" text NOT NULL,
	"stage" integer NOT NULL,
	"collection" text collate "C" NOT NULL,
	"rows" bigint NOT NULL,
	"done_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("api_key_id","job_id","stage","collection")
);
CREATE TABLE "users"."group_members" (
	"api_key_id" text collate "C" NOT NULL,
	"group_ref" bigint NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"added_at_ms" bigint DEFAULT users.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","group_ref","user_id")
);
CREATE TABLE "users"."inbox" (
	"consumer_group" text collate "C" NOT NULL,
	"event_id" uuid NOT NULL,
	"handled_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
	PRIMARY KEY("consumer_group","event_id")
);
CREATE TABLE "users"."memberships" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"kind" text collate "C" NOT NULL,
	"place_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"added_at_ms" bigint DEFAULT users.now_ms() NOT NULL,
	"access_role" text,
	PRIMARY KEY("api_key_id","organization_id","kind","place_id","user_id"),
	CONSTRAINT "memberships_kind_check" CHECK ((kind = ANY (ARRAY['organization'::text, 'document'::text, 'folder'::text]))),
	CONSTRAINT "memberships_access_role_check" CHECK ((access_role = ANY (ARRAY[''::text, 'viewer'::text, 'commenter'::text, 'editor'::text])))
);
CREATE TABLE "users"."outbox" (
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
CREATE TABLE "users"."repeated_calls" (
	"call_key" text collate "C" NOT NULL,
	"attempt" bigint NOT NULL,
	"created_at_ms" bigint DEFAULT ((EXTRACT(epoch FROM clock_timestamp()) * (1000)::numeric))::bigint NOT NULL,
	PRIMARY KEY("call_key")
);
CREATE TABLE "users"."user_groups" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"group_id" text collate "C" NOT NULL,
	"group_ref" bigint GENERATED ALWAYS AS IDENTITY,
	"group_name" text,
	"created_at_ms" bigint DEFAULT users.now_ms() NOT NULL,
	"updated_at_ms" bigint DEFAULT users.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","organization_id","group_id"),
	CONSTRAINT "user_groups_api_key_id_group_ref_key" UNIQUE("api_key_id","group_ref")
);
CREATE TABLE "users"."users" (
	"api_key_id" text collate "C" NOT NULL,
	"user_id" text collate "C" NOT NULL,
	"name" text,
	"email" text,
	"metadata" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at_ms" bigint DEFAULT users.now_ms() NOT NULL,
	"updated_at_ms" bigint DEFAULT users.now_ms() NOT NULL,
	PRIMARY KEY("api_key_id","user_id")
);
CREATE TABLE "users"."work" (
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
CREATE INDEX "dead_letters_by_age" ON "users"."dead_letters" USING btree ("created_at_ms");
CREATE INDEX "dead_letters_by_key" ON "users"."dead_letters" USING btree ("api_key_id","dead_letter_id");
CREATE INDEX "dead_letters_to_redrive" ON "users"."dead_letters" USING btree ("dead_letter_id") WHERE redrive;
CREATE INDEX "erasure_jobs_by_age" ON "users"."erasure_jobs" USING btree ("requested_at_ms") WHERE tasks_left = 0;
CREATE INDEX "erasure_jobs_by_key" ON "users"."erasure_jobs" USING btree ("api_key_id","requested_at_ms","job_id");
CREATE INDEX "erasure_jobs_unfinished" ON "users"."erasure_jobs" USING btree ("requested_at_ms") WHERE tasks_left > 0;
CREATE INDEX "erasures_done_by_age" ON "users"."erasures_done" USING btree ("done_at_ms");
CREATE INDEX "group_members_by_user" ON "users"."group_members" USING btree ("api_key_id","user_id","group_ref");
CREATE INDEX "inbox_by_age" ON "users"."inbox" USING btree ("handled_at");
CREATE INDEX "memberships_by_user" ON "users"."memberships" USING btree ("api_key_id","user_id","kind","organization_id","place_id");
CREATE INDEX "memberships_of_documents" ON "users"."memberships" USING btree ("api_key_id","organization_id","user_id") WHERE (kind || ''::text) = 'document'::text;
CREATE INDEX "repeated_calls_by_age" ON "users"."repeated_calls" USING btree ("created_at_ms");
CREATE INDEX "users_by_name" ON "users"."users" USING btree ("api_key_id",(users.folded(name)) collate "C","user_id");
CREATE INDEX "users_by_second_word" ON "users"."users" USING btree ("api_key_id",(split_part(users.folded(name), ' '::text, 2)) collate "C","user_id") WHERE (split_part(users.folded(name), ' '::text, 2) <> ''::text);
CREATE INDEX "users_by_third_word" ON "users"."users" USING btree ("api_key_id",(split_part(users.folded(name), ' '::text, 3)) collate "C","user_id") WHERE (split_part(users.folded(name), ' '::text, 3) <> ''::text);
CREATE INDEX "users_by_last_word" ON "users"."users" USING btree ("api_key_id",(split_part(users.folded(name), ' '::text, '-1'::integer)) collate "C","user_id") WHERE (split_part(users.folded(name), ' '::text, 4) <> ''::text);
CREATE INDEX "users_by_email" ON "users"."users" USING btree ("api_key_id",(lower("left"(email, 128))) collate "C","user_id");
CREATE INDEX "work_due" ON "users"."work" USING btree ("due_at_ms") WHERE state <> 'ready'::text;
CREATE UNIQUE INDEX "work_once" ON "users"."work" USING btree ("kind","api_key_id","dedupe_key") WHERE dedupe_key IS NOT NULL;
CREATE INDEX "work_ready" ON "users"."work" USING btree ("kind","api_key_id","work_id") WHERE state = 'ready'::text;

alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table outbox alter column payload set storage external;
alter table work set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
