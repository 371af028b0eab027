-- Indexes take turns in the order of their keys, which needs no times, and a thread may be walked in several steps.

ALTER TABLE "activity"."search_keys" ADD COLUMN "walked_comment_id" text collate "C" DEFAULT '' NOT NULL;
ALTER TABLE "activity"."search_keys" DROP COLUMN "worked_at_ms";
