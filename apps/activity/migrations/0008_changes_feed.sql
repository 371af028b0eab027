-- The records of the activity log, and markers of removals, are the feed of changes: in the order of the transactions that wrote them last.
-- A sequence drawn at the insert, or a time, would let a reader pass a record that commits later.

CREATE TABLE "activity"."feed_epochs" (
	"epoch" bigint NOT NULL PRIMARY KEY,
	"tag" text collate "C" NOT NULL,
	"server_started_us" bigint NOT NULL,
	"first_position" bigint NOT NULL,
	"shift" bigint NOT NULL
);
CREATE UNIQUE INDEX "feed_epochs_by_server_start" ON "activity"."feed_epochs" USING btree ("server_started_us");

create function activity.server_started_us() returns bigint language sql stable
  as $$ select (extract(epoch from pg_postmaster_start_time()) * 1000000)::bigint $$;

-- The oldest transaction that is under way: everything written by earlier ones is there to be read, or never will be.
create function activity.oldest_transaction() returns bigint language sql volatile
  as $$ select pg_snapshot_xmin(pg_current_snapshot())::text::bigint $$;

-- Begins the epoch of this start of the server unless that was done, and returns its shift. Nothing is written to the feed before: whoever
-- writes calls it. The latest position is looked up key by key, each by one step in the index; only a table that was copied into another server
-- has positions that its transactions have not reached.
create function activity.begin_feed_epoch() returns bigint language plpgsql as $$
declare
  known bigint;
  oldest bigint;
  latest bigint;
  moved bigint;
begin
  lock table activity.feed_epochs in share row exclusive mode;
  select shift into known from activity.feed_epochs where server_started_us = activity.server_started_us();
  if found then return known; end if;
  oldest := activity.oldest_transaction();
  with recursive records as (
    (select api_key_id, feed_position from activity.activities order by api_key_id desc, feed_position desc limit 1)
    union all
    select n.* from records r cross join lateral (
      select a.api_key_id, a.feed_position from activity.activities a where a.api_key_id < r.api_key_id
      order by a.api_key_id desc, a.feed_position desc limit 1) n),
  markers as (
    (select api_key_id, feed_position from activity.feed_markers order by api_key_id desc, feed_position desc limit 1)
    union all
    select n.* from markers r cross join lateral (
      select a.api_key_id, a.feed_position from activity.feed_markers a where a.api_key_id < r.api_key_id
      order by a.api_key_id desc, a.feed_position desc limit 1) n)
  select greatest((select max(feed_position) from records), (select max(feed_position) from markers), 0) into latest;
  select coalesce((select shift from activity.feed_epochs order by epoch desc limit 1), 0) into moved;
  moved := greatest(moved, latest + 1 - oldest);
  insert into activity.feed_epochs (epoch, tag, server_started_us, first_position, shift)
    select coalesce(max(epoch), 0) + 1, left(replace(gen_random_uuid()::text, '-', ''), 12), activity.server_started_us(), oldest + moved, moved
    from activity.feed_epochs;
  return moved;
end $$;

create function activity.feed_position() returns bigint language sql volatile as $$
  select pg_current_xact_id()::text::bigint + coalesce(
    (select shift from activity.feed_epochs where server_started_us = activity.server_started_us()), activity.begin_feed_epoch()) $$;

-- Every record that is there already has the first position: the order among them is the one in which they were written. The default is for
-- processes of the version before.
ALTER TABLE "activity"."activities" ADD COLUMN "feed_position" bigint DEFAULT 0 NOT NULL;
alter table activity.activities alter column feed_position set default activity.feed_position();
CREATE INDEX "activities_by_feed" ON "activity"."activities" USING btree ("api_key_id","feed_position","activity_ref");

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
