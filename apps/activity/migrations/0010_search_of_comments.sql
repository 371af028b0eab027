-- Search of comments: an inverted index that is caught up behind the comments. Each comment has one row with the hashes of its words and of their
-- beginnings, each joined to its epoch, that is some consecutive threads of its organization: what a word is looked up by names an epoch, so that a
-- search reads epoch by epoch, the newest first, and no further than its page goes. The row goes with the comment, whoever deletes that.

CREATE TABLE "activity"."search_comments" (
	"api_key_id" text collate "C" NOT NULL,
	"organization_id" text collate "C" NOT NULL,
	"annotation_ref" bigint NOT NULL,
	"comment_id" text collate "C" NOT NULL,
	"epoch" integer NOT NULL,
	"terms" bigint[] NOT NULL,
	PRIMARY KEY("api_key_id","annotation_ref","comment_id")
);

CREATE TABLE "activity"."search_keys" (
	"api_key_id" text collate "C" NOT NULL PRIMARY KEY,
	"feed_position" bigint NOT NULL,
	"feed_ref" bigint NOT NULL,
	"top_ref" bigint NOT NULL,
	"below_ref" bigint NOT NULL,
	"oldest_ref" bigint NOT NULL,
	"is_leaving" boolean DEFAULT false NOT NULL,
	"leased_until_ms" bigint DEFAULT 0 NOT NULL,
	"fence" bigint DEFAULT 0 NOT NULL,
	"worked_at_ms" bigint DEFAULT 0 NOT NULL
);

ALTER TABLE "activity"."search_comments" ADD CONSTRAINT "search_comments_fkey" FOREIGN KEY ("api_key_id","annotation_ref","comment_id") REFERENCES "activity"."comments"("api_key_id","annotation_ref","comment_id") ON DELETE cascade ON UPDATE no action;
CREATE INDEX "search_comments_by_epoch" ON "activity"."search_comments" USING btree ("api_key_id","organization_id","epoch","annotation_ref");
CREATE INDEX "search_comments_by_terms" ON "activity"."search_comments" USING gin ("terms") WITH (fastupdate=false);
