import { type Db, type Sql, sql, statement } from "@parley/database";
import { nullable, types, type ValuesOf } from "@parley/database/schema";
import { annotations, comments } from "../schema.ts";
import { searchedHtmlCharacters } from "./excerpt.ts";
import { searchedCharacters } from "./words.ts";

const commentToIndex = {
  organizationId: annotations.organizationId,
  documentId: annotations.documentId,
  createdAtMs: annotations.createdAtMs,
  annotationRef: annotations.annotationRef,
  commentId: comments.commentId,
  commentText: comments.commentText,
  html: comments.html,
};

/** A comment with its searchable text and the time of its thread's creation. */
export type CommentToIndex = ValuesOf<typeof commentToIndex>;

const textOf = (c: Sql, condition = sql``) => sql`
  case when ${condition} ${c}.${comments.commentText} <> '' then left(${c}.${comments.commentText}, ${searchedCharacters}) else '' end as comment_text,
  case when ${condition} ${c}.${comments.commentText} = '' then left(${c}.${comments.html}, ${searchedHtmlCharacters}) else '' end as html`;

const writtenComment = {
  ...commentToIndex,
  position: comments.writtenPosition,
  /** Whether the comment matches and fits within `bytes`; otherwise its text is empty. The last scanned comment is returned in any case. */
  isTaken: types.boolean,
  /** Whether the comment matches but does not fit within `bytes`. */
  isCut: types.boolean,
  isScanEnd: types.boolean,
};

// Scans comments_by_writing. An annotation is selected by bounds and an order, because with `=` a planner without statistics may take any
// index. A text is read only if it fits within `bytes`.
const selectWritten = statement(
  "activity.search_written",
  {
    apiKeyId: comments.apiKeyId,
    organizationId: types.text,
    documentId: types.text,
    position: types.bigint,
    ref: types.bigint,
    commentId: types.text,
    horizon: types.bigint,
    scanRows: types.bigint,
    bytes: types.bigint,
  },
  writtenComment,
  sql`select ${[annotations.organizationId, annotations.documentId, annotations.createdAtMs, annotations.annotationRef, comments.commentId]}, ${textOf(sql`found`, sql`is_taken and`)},
     position, is_taken, is_match and not is_taken as is_cut, is_scan_end
   from (
     select *, is_match and coalesce(bytes_before, 0) < $bytes::bigint as is_taken
     from (
       select *, sum(case when is_match then ${comments.bytes} end) over (feed rows between unbounded preceding and 1 preceding) as bytes_before,
         row_number() over feed = $scanRows::bigint as is_scan_end, lead(position) over feed is null as is_last
       from (
         select a.*, w.${comments.commentId}, w.${comments.writtenPosition} as position, w.${comments.bytes}, w.${comments.commentText}, w.${comments.html},
           ($organizationId::text = '' or a.${annotations.organizationId} = $organizationId)
             and ($documentId::text = '' or a.${annotations.documentId} = $documentId) as is_match
         from (
           select * from ${comments} where ${comments.apiKeyId} = $apiKeyId
             and (${comments.writtenPosition}, ${comments.annotationRef}, ${comments.commentId}) > ($position::bigint, $ref::bigint, $commentId::text collate "C")
             and ${comments.writtenPosition} < $horizon::bigint
           order by ${comments.writtenPosition}, ${comments.annotationRef}, ${comments.commentId} limit $scanRows::bigint) w
         cross join lateral (
           select ${annotations.organizationId}, ${annotations.documentId}, ${annotations.createdAtMs}, ${annotations.annotationRef} from ${annotations}
           where ${annotations.apiKeyId} = $apiKeyId
             and ${annotations.annotationRef} between w.${comments.annotationRef} and w.${comments.annotationRef}
           order by ${annotations.annotationRef} limit 1) a
       ) examined
       window feed as (order by position, ${annotations.annotationRef}, ${comments.commentId})
     ) seen
   ) found
   where is_match or is_last
   order by position, ${annotations.annotationRef}, ${comments.commentId}`,
);

/** A comment's place in the order of writing. */
export interface WrittenPlace {
  readonly position: number;
  readonly ref: number;
  readonly commentId: string;
}

interface Written {
  readonly after: WrittenPlace;
  /** Comments that were written at this position or later are left out. */
  readonly horizon: number;
  /** An empty organization or document matches any. */
  readonly organizationId: string;
  readonly documentId: string;
  readonly scanRows: number;
  readonly bytes: number;
}

/**
 * Scans at most `scanRows` comments in the order in which they were written or edited, after a place. Returns the matching ones until they
 * have `bytes` bytes, but at least one; the place up to which the result is complete; and whether more may follow.
 */
export async function writtenComments(db: Db, apiKeyId: string, { after, ...range }: Written) {
  const rows = await db.rows(selectWritten, { apiKeyId, ...after, ...range });
  const isCut = rows.some((row) => row.isCut);
  const found = rows.filter(({ isTaken }) => isTaken);
  const last = (isCut ? found : rows).at(-1);
  return {
    comments: found,
    end: last === undefined ? after : placeOf(last),
    hasMore: isCut || (last?.isScanEnd ?? false),
  };
}

/** Where a comment is in the order of writing. */
export function placeOf({
  position,
  annotationRef,
  commentId,
}: Pick<ValuesOf<typeof writtenComment>, "position" | "annotationRef" | "commentId">): WrittenPlace {
  return { position, ref: annotationRef, commentId };
}

const walkedComment = {
  ...commentToIndex,
  commentId: nullable(comments.commentId),
  commentText: nullable(types.text),
  html: nullable(types.text),
};

// Scans annotations_by_ref downwards. Threads are read whole until a limit is reached, the first one even beyond the limits, but without
// its comments that are indexed already. A thread without comments yields a row without a comment.
const selectBelow = statement(
  "activity.search_comments_below",
  {
    apiKeyId: annotations.apiKeyId,
    belowRef: annotations.annotationRef,
    walkedCommentId: comments.commentId,
    threads: types.bigint,
    comments: types.bigint,
    bytes: types.bigint,
  },
  walkedComment,
  sql`select a.${annotations.organizationId}, a.${annotations.documentId}, a.${annotations.createdAtMs}, a.${annotations.annotationRef},
     c.${comments.commentId}, ${textOf(sql`c`)}
   from (
     select *, sum(${annotations.commentCount}) over earlier as comments_before, sum(${annotations.threadBytes}) over earlier as bytes_before
     from (
       select * from ${annotations} where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} < $belowRef
       order by ${annotations.annotationRef} desc limit $threads) newest
     window earlier as (order by ${annotations.annotationRef} desc rows between unbounded preceding and 1 preceding)
   ) a
   left join lateral (
     select * from ${comments} where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = a.${annotations.annotationRef}
       and ($walkedCommentId = '' or a.${annotations.annotationRef} < $belowRef - 1 or ${comments.commentId} < $walkedCommentId)
     offset 0) c on true
   where coalesce(a.comments_before, 0) < $comments and coalesce(a.bytes_before, 0) < $bytes
   order by a.${annotations.annotationRef} desc, c.${comments.commentId} desc`,
);

/** The limits of one read. */
interface Room {
  readonly threads: number;
  readonly comments: number;
  readonly bytes: number;
}

interface Walked {
  readonly belowRef: number;
  readonly walkedCommentId: string;
}

/**
 * Reads the comments of the backlog's newest threads that are not indexed yet, those of a thread in descending order of their ids.
 * `lastRef` is the ref of the last thread scanned; undefined when there is none.
 */
export async function selectCommentsBelow(db: Db, apiKeyId: string, { belowRef, walkedCommentId }: Walked, room: Room) {
  const rows = await db.rows(selectBelow, { apiKeyId, belowRef, walkedCommentId, ...room });
  const found = rows.flatMap(({ commentId, commentText, html, ...row }): CommentToIndex[] =>
    commentId === null ? [] : [{ ...row, commentId, commentText: commentText ?? "", html: html ?? "" }],
  );
  return { comments: found, lastRef: rows.length === 0 ? undefined : Math.min(...rows.map(({ annotationRef }) => annotationRef)) };
}
