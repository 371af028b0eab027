import { type Db, type Sql, sql, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import type { FeedPlace } from "../feed/feed-pages.store.ts";
import { activities } from "../schema.ts";
import type { CommentName } from "./comments-to-index.store.ts";

// What a customer wrote into a record of its own may be anything.
const idIn = (column: Sql, name: Sql) => sql`case json_typeof(${column} -> ${name}) when 'string' then ${column} ->> ${name} end`;
// What happens to the text of comments.
const writes = sql`('comment_annotation.add', 'comment.add', 'comment.update')`;

const writtenRow = {
  position: activities.feedPosition,
  ref: activities.activityRef,
  organizationId: activities.organizationId,
  documentId: activities.documentId,
  annotationId: nullable(types.text),
  commentId: nullable(types.text),
  /** Whether it is in the organization and wrote a comment; the last row that was examined is returned in any case. */
  isMatch: types.boolean,
  isLast: types.boolean,
  isScanEnd: types.boolean,
};

type WrittenRow = ValuesOf<typeof writtenRow>;

// Scans activities_by_feed. Of the feed's own page it has the names alone: who wrote, and what changed, would fill the room of a page.
const selectWritten = statement(
  "activity.search_written",
  {
    apiKeyId: activities.apiKeyId,
    organizationId: types.text,
    position: types.bigint,
    ref: types.bigint,
    horizon: types.bigint,
    scanRows: types.bigint,
    limit: types.bigint,
  },
  writtenRow,
  sql`select position, ref, organization_id, document_id, annotation_id, comment_id, is_match, is_last, is_scan_end from (
     select *, row_number() over feed = $scanRows::bigint as is_scan_end, lead(position) over feed is null as is_last
     from (
       select ${activities.feedPosition} as position, ${activities.activityRef} as ref, ${activities.organizationId} as organization_id,
         ${activities.documentId} as document_id, ${idIn(sql`${activities.entityData}`, sql`'annotationId'`)} as annotation_id,
         ${idIn(sql`${activities.entityTargetData}`, sql`'commentId'`)} as comment_id,
         ($organizationId::text = '' or ${activities.organizationId} = $organizationId) and ${activities.actionType} in ${writes} as is_match
       from ${activities}
       where ${activities.apiKeyId} = $apiKeyId
         and (${activities.feedPosition}, ${activities.activityRef}) > ($position::bigint, $ref::bigint)
         and ${activities.feedPosition} < $horizon::bigint
       order by ${activities.feedPosition}, ${activities.activityRef} limit $scanRows::bigint
     ) examined
     window feed as (order by position, ref)
   ) seen
   where is_match or is_last
   order by position, ref limit $limit`,
);

interface Reading {
  readonly after: FeedPlace;
  readonly horizon: number;
  /** Empty for all. */
  readonly organizationId: string;
  readonly limit: number;
  readonly scanRows: number;
}

/** A comment that was written, and the place in the feed right before that. */
interface WrittenComment extends CommentName {
  readonly behind: FeedPlace;
}

/** The comments that were written or edited behind a place in the feed, each once, in order, and how far the feed was read. */
export async function writtenComments(db: Db, apiKeyId: string, { after, ...page }: Reading) {
  const rows = await db.pageRows(selectWritten, { apiKeyId, ...after, ...page });
  const names = new Map<string, WrittenComment>();
  let behind = after;
  for (const row of rows) {
    const name = nameOf(row);
    const key = JSON.stringify(name);
    if (name !== undefined && !names.has(key)) names.set(key, { ...name, behind });
    behind = { position: row.position, ref: row.ref };
  }
  const last = rows.at(-1);
  return {
    names: [...names.values()],
    /** The place behind the last row that was examined. */
    end: behind,
    /** Whether there may be more behind it. */
    hasMore: last !== undefined && (!last.isLast || last.isScanEnd),
  };
}

function nameOf({ isMatch, organizationId, documentId, annotationId, commentId }: WrittenRow): CommentName | undefined {
  if (!isMatch || documentId === null || annotationId === null || commentId === null) return undefined;
  return { organizationId, documentId, annotationId, commentId };
}
