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
