import { type Db, type Sql, sql, statement } from "@parley/database";
import { listedRows, nullable, types, type ValuesOf } from "@parley/database/schema";
import { annotations, comments, searchComments } from "../schema.ts";
import { searchedHtmlCharacters } from "./searchable-text.ts";
import { searchedCharacters } from "./words.ts";

const commentToIndex = {
  organizationId: annotations.organizationId,
  documentId: annotations.documentId,
  annotationRef: annotations.annotationRef,
  commentId: comments.commentId,
  commentText: comments.commentText,
  html: comments.html,
  /** The epoch of the thread; null when nothing of it is indexed. */
  epoch: nullable(searchComments.epoch),
};

/** A comment with what of it is searched. */
export type CommentToIndex = ValuesOf<typeof commentToIndex>;

const columnsOf = (
  a: Sql,
  c: Sql,
) => sql`${a}.${annotations.organizationId}, ${a}.${annotations.documentId}, ${a}.${annotations.annotationRef},
  ${c}.${comments.commentId},
  left(${c}.${comments.commentText}, ${searchedCharacters}) as comment_text,
  case when ${c}.${comments.commentText} = '' then left(${c}.${comments.html}, ${searchedHtmlCharacters}) else '' end as html,
  s.${searchComments.epoch}`;

// One step in the primary key.
const epochOf = (thread: Sql) => sql`left join lateral (
  select ${searchComments.epoch} from ${searchComments}
  where ${searchComments.apiKeyId} = $apiKeyId and ${searchComments.annotationRef} = ${thread}.${annotations.annotationRef}
  order by ${searchComments.commentId} limit 1) s on true`;

const {
  from: named,
  columns: n,
  parameters,
} = listedRows("n", {
  organizationId: ["organizationIds", types.text],
  documentId: ["documentIds", types.text],
  annotationId: ["annotationIds", types.text],
  commentId: ["commentIds", types.text],
  ordinal: ["ordinals", types.integer],
});

const namedComment = {
  ...commentToIndex,
  /** Its name's place in the list. */
  ordinal: types.integer,
  /** How many of the named comments exist. */
  existing: types.bigint,
};

// Bounds and an order, because `=` lets a planner without statistics take any index. No text is read before it is known that there is room for it.
const selectNamed = statement(
  "activity.search_comments_named",
  { apiKeyId: annotations.apiKeyId, ...parameters, bytes: types.bigint },
  namedComment,
  sql`select ${columnsOf(sql`w`, sql`w`)}, w.ordinal, w.existing from (
   select a.${annotations.organizationId}, a.${annotations.documentId}, a.${annotations.annotationRef}, c.${comments.commentId}, c.${comments.commentText},
     c.${comments.html}, ${n.ordinal}, count(*) over () as existing,
     sum(c.${comments.bytes}) over (order by ${n.ordinal} rows between unbounded preceding and 1 preceding) as bytes_before
   from ${named} cross join lateral (
     select * from ${annotations}
     where ${annotations.apiKeyId} = $apiKeyId and ${annotations.organizationId} = ${n.organizationId}
       and ${annotations.documentId} = ${n.documentId} and ${annotations.annotationId} between ${n.annotationId} and ${n.annotationId}
     order by ${annotations.annotationId} limit 1) a
   cross join lateral (
     select * from ${comments} where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = a.${annotations.annotationRef}
       and ${comments.commentId} between ${n.commentId} and ${n.commentId} order by ${comments.commentId} limit 1) c
   ) w
   ${epochOf(sql`w`)}
   where coalesce(w.bytes_before, 0) < $bytes`,
);

/** A comment by its names. */
export interface CommentName {
  readonly organizationId: string;
  readonly documentId: string;
  readonly annotationId: string;
  readonly commentId: string;
}

/** Those of the comments that exist, in the order of their names: as many as have so many bytes, the first in any case; and whether these are all. */
export async function selectCommentsToIndex(db: Db, apiKeyId: string, names: readonly CommentName[], bytes: number) {
  if (names.length === 0) return { comments: [], areAll: true };
  const rows = await db.rows(selectNamed, {
    apiKeyId,
    organizationIds: names.map(({ organizationId }) => organizationId),
    documentIds: names.map(({ documentId }) => documentId),
    annotationIds: names.map(({ annotationId }) => annotationId),
    commentIds: names.map(({ commentId }) => commentId),
    ordinals: names.map((_, index) => index),
    bytes,
  });
  return { comments: rows.sort((a, b) => a.ordinal - b.ordinal), areAll: rows.length === (rows[0]?.existing ?? 0) };
}

const walkedComment = {
  ...commentToIndex,
  commentId: nullable(comments.commentId),
  commentText: nullable(types.text),
  html: nullable(types.text),
};

// Scans annotations_by_ref. A thread is taken whole, the first one in any case; one without comments is passed.
const selectBelow = statement(
  "activity.search_comments_below",
  {
    apiKeyId: annotations.apiKeyId,
    belowRef: annotations.annotationRef,
    threads: types.bigint,
    comments: types.bigint,
    bytes: types.bigint,
  },
  walkedComment,
  sql`select ${columnsOf(sql`a`, sql`c`)} from (
     select *, sum(${annotations.commentCount}) over earlier as comments_before, sum(${annotations.threadBytes}) over earlier as bytes_before
     from (
       select * from ${annotations} where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} < $belowRef
       order by ${annotations.annotationRef} desc limit $threads) newest
     window earlier as (order by ${annotations.annotationRef} desc rows between unbounded preceding and 1 preceding)
   ) a
   left join lateral (
     select * from ${comments} where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = a.${annotations.annotationRef} offset 0) c on true
   ${epochOf(sql`a`)}
   where coalesce(a.comments_before, 0) < $comments and coalesce(a.bytes_before, 0) < $bytes`,
);

/** How many threads, comments and bytes of them are read at once. */
interface Room {
  readonly threads: number;
  readonly comments: number;
  readonly bytes: number;
}

/** The comments of the newest threads below one, and the ref of the last thread that was looked at; undefined when there is none. */
export async function selectCommentsBelow(db: Db, apiKeyId: string, belowRef: number, room: Room) {
  const rows = await db.rows(selectBelow, { apiKeyId, belowRef, ...room });
  const found = rows.flatMap(({ commentId, commentText, html, ...row }): CommentToIndex[] =>
    commentId === null ? [] : [{ ...row, commentId, commentText: commentText ?? "", html: html ?? "" }],
  );
  return { comments: found, lastRef: rows.length === 0 ? undefined : Math.min(...rows.map(({ annotationRef }) => annotationRef)) };
}
