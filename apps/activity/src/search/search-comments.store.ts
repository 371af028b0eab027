import { type Db, sql, statement } from "@parley/database";
import { listOf, recordset, types, type ValuesOf } from "@parley/database/schema";
import { comments, searchComments } from "../schema.ts";

/** A stored term has the number of its segment above these bits, which are the hash. */
export const segmentShift = sql`40`;

const indexedComment = {
  organizationId: types.text,
  annotationRef: types.bigint,
  commentId: types.text,
  createdAtMs: types.bigint,
  segment: types.integer,
  /** Hashes without the number of the segment. */
  terms: listOf(types.bigint),
};

/** A comment with its terms. */
type IndexedComment = ValuesOf<typeof indexedComment>;

const { from: items, columns: i } = recordset("comments", "i", indexedComment);

// `key share skip locked` skips comments that another transaction is deleting, so that nothing waits for it. It does not skip comments that
// are being edited, because an edit does not lock the key.
const store = statement(
  "activity.search_comments_store",
  { apiKeyId: searchComments.apiKeyId, comments: types.json },
  { annotationRef: searchComments.annotationRef, commentId: searchComments.commentId, isStored: types.boolean },
  sql`with item as materialized (
     select * from ${items}
   ), existing as (
     select c.* from item i cross join lateral (
       select ${comments.annotationRef}, ${comments.commentId} from ${comments}
       where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = ${i.annotationRef} and ${comments.commentId} = ${i.commentId} limit 1) c
   ), stored as (
     insert into ${searchComments} as s (${searchComments.apiKeyId}, ${searchComments.organizationId}, ${searchComments.annotationRef},
       ${searchComments.commentId}, ${searchComments.createdAtMs}, ${searchComments.segment}, ${searchComments.terms})
     select c.${comments.apiKeyId}, ${i.organizationId}, c.${comments.annotationRef}, c.${comments.commentId}, ${i.createdAtMs}, ${i.segment},
       array(select (${i.segment}::bigint << ${segmentShift}) | t.term from unnest(${i.terms}) as t (term))
     from item i cross join lateral (
       select ${comments.apiKeyId}, ${comments.annotationRef}, ${comments.commentId} from ${comments}
       where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = ${i.annotationRef} and ${comments.commentId} = ${i.commentId}
       limit 1 for key share skip locked) c
     on conflict (${searchComments.apiKeyId}, ${searchComments.annotationRef}, ${searchComments.commentId}) do update
     set ${searchComments.createdAtMs} = excluded.${searchComments.createdAtMs}, ${searchComments.segment} = excluded.${searchComments.segment},
       ${searchComments.terms} = excluded.${searchComments.terms}
     returning s.${searchComments.annotationRef}, s.${searchComments.commentId}
   )
   select *, false as is_stored from existing union all select *, true from stored`,
);

type Name = Pick<IndexedComment, "annotationRef" | "commentId">;

/**
 * Writes the terms of comments and replaces earlier ones. Returns the comments that exist, and those whose terms were stored: comments that
 * are being deleted exist but are not stored.
 */
export async function storeTerms(tx: Db, apiKeyId: string, comments: readonly IndexedComment[]) {
  const rows: readonly (Name & { readonly isStored: boolean })[] = await tx.rows(store, { apiKeyId, comments: JSON.stringify(comments) });
  return { existing: rows.filter(({ isStored }) => !isStored), stored: rows.filter(({ isStored }) => isStored) };
}

const remove = statement(
  "activity.search_comments_remove",
  { apiKeyId: searchComments.apiKeyId, limit: types.bigint },
  {},
  sql`delete from ${searchComments} where ${searchComments.apiKeyId} = $apiKeyId and ctid = any(array(
     select ctid from ${searchComments} where ${searchComments.apiKeyId} = $apiKeyId
     order by ${searchComments.apiKeyId}, ${searchComments.annotationRef}, ${searchComments.commentId} limit $limit))`,
);

/** Removes at most `limit` comments of an API key from its index. Returns their number. */
export function removeTerms(tx: Db, apiKeyId: string, limit: number): Promise<number> {
  return tx.run(remove, { apiKeyId, limit });
}

const merge = statement("activity.search_comments_merge", {}, {}, sql`select from activity.merge_search_terms()`, {
  crossTenant: "The terms of all keys are in one index.",
});

/**
 * Merges the index's pending list, in which the terms of several comments were collected, into the index: a search would read the list once
 * per segment. While the table is spread over several servers, their lists are merged only when they are full.
 */
export async function mergeTerms(tx: Db): Promise<void> {
  await tx.run(merge, {});
}
