-- Search finds threads in the order of their creation, by segments that split, and follows the comments themselves instead of the records that tell of
-- them, which an erasure or the retention of an API key may take away first. The index is made anew.

truncate activity.search_comments, activity.search_keys;

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

DROP INDEX "activity"."search_comments_by_epoch";
ALTER TABLE "activity"."search_comments" DROP COLUMN "epoch";
ALTER TABLE "activity"."search_comments" ADD COLUMN "created_at_ms" bigint NOT NULL;
ALTER TABLE "activity"."search_comments" ADD COLUMN "segment" integer NOT NULL;
CREATE INDEX "search_comments_by_segment" ON "activity"."search_comments" USING btree ("api_key_id","organization_id","segment","created_at_ms","annotation_ref");
ALTER TABLE "activity"."search_keys" DROP COLUMN "feed_position";
ALTER TABLE "activity"."search_keys" DROP COLUMN "feed_ref";
ALTER TABLE "activity"."search_keys" ADD COLUMN "written_position" bigint NOT NULL;
ALTER TABLE "activity"."search_keys" ADD COLUMN "written_ref" bigint NOT NULL;
ALTER TABLE "activity"."search_keys" ADD COLUMN "written_comment_id" text collate "C" NOT NULL;

-- What is there has the first position. The default is for processes of the version before.
ALTER TABLE "activity"."comments" ADD COLUMN "written_position" bigint DEFAULT 0 NOT NULL;
alter table activity.comments alter column written_position set default activity.feed_position();
CREATE INDEX "comments_by_writing" ON "activity"."comments" USING btree ("api_key_id","written_position","annotation_ref","comment_id");

-- As before, with the positions of comments, whose records may have gone.
create or replace function activity.begin_feed_epoch() returns bigint language plpgsql as $$
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
      order by a.api_key_id desc, a.feed_position desc limit 1) n),
  written as (
    (select api_key_id, written_position from activity.comments order by api_key_id desc, written_position desc limit 1)
    union all
    select n.* from written r cross join lateral (
      select a.api_key_id, a.written_position from activity.comments a where a.api_key_id < r.api_key_id
      order by a.api_key_id desc, a.written_position desc limit 1) n)
  select greatest((select max(feed_position) from records), (select max(feed_position) from markers), (select max(written_position) from written), 0)
    into latest;
  select coalesce((select shift from activity.feed_epochs order by epoch desc limit 1), 0) into moved;
  moved := greatest(moved, latest + 1 - oldest);
  insert into activity.feed_epochs (epoch, tag, server_started_us, first_position, shift)
    select coalesce(max(epoch), 0) + 1, left(replace(gen_random_uuid()::text, '-', ''), 12), activity.server_started_us(), oldest + moved, moved
    from activity.feed_epochs;
  return moved;
end $$;
