import { type Db, type Sql, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { annotations, comments, reactions } from "../schema.ts";
import type { Within } from "./erase-threads.store.ts";

// Changes that an erasure makes to the comments it has found. Every function requires the threads to be locked (`lockThreads`).

/** Comments and the users involved in each, as columns. */
interface CommentColumns {
  readonly annotationRefs: readonly number[];
  readonly commentIds: readonly string[];
  readonly userIds: readonly string[];
}

/** An erased comment. */
export interface GoneComment {
  readonly annotationRef: number;
  readonly commentId: string;
  readonly createdAtMs: number;
  readonly people: readonly string[];
}

// Each comment is looked up by its key, regardless of the planner's estimates.
const commentsOf = (columns: Sql, condition: Sql) => sql`
  select ${columns} from unnest($annotationRefs::bigint[], $commentIds::text[], $userIds::text[]) as i (annotation_ref, comment_id, user_id)
  cross join lateral (
    select ctid as place, * from ${comments}
    where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = i.annotation_ref and ${comments.commentId} = i.comment_id
      and ${comments.storedAtMs} <= $requestedAtMs limit 1
  ) c
  where ${condition}`;

const removeComments = statement(
  "activity.erase_comments",
  {
    annotationRefs: listOf(types.bigint),
    commentIds: listOf(types.text),
    userIds: listOf(types.text),
    apiKeyId: annotations.apiKeyId,
    requestedAtMs: types.bigint,
  },
  {
    annotationRef: comments.annotationRef,
    commentId: comments.commentId,
    createdAtMs: comments.createdAtMs,
    people: listOf(types.text),
    reactions: types.bigint,
  },
  sql`with own as materialized (${commentsOf(
    sql`c.place, c.${comments.annotationRef}, c.${comments.commentId}`,
    sql`c.${comments.authorId} = i.user_id`,
  )}),
   gone as (
     delete from ${comments} where ${comments.apiKeyId} = $apiKeyId and ctid = any(array(select place from own))
     returning ${comments.annotationRef}, ${comments.commentId}, ${comments.createdAtMs},
       ${comments.taggedIds} || ${comments.authorId} as people, ${comments.bytes}
   ), reactions_gone as (
     delete from ${reactions} where ${reactions.apiKeyId} = $apiKeyId and ctid = any(array(
       select r.place from own cross join lateral (
         select ctid as place from ${reactions} where ${reactions.apiKeyId} = $apiKeyId
           and ${reactions.annotationRef} = own.${comments.annotationRef} and ${reactions.commentId} = own.${comments.commentId} offset 0)
           r))
     returning ${reactions.annotationRef}, ${reactions.bytes}
   ), counted as (
     update ${annotations} a
     set ${annotations.commentCount} = a.${annotations.commentCount} - t.comments,
       ${annotations.reactionCount} = a.${annotations.reactionCount} - t.reactions,
       ${annotations.threadBytes} = a.${annotations.threadBytes} - t.bytes
     from (
       select ${comments.annotationRef}, sum(comments)::int as comments, sum(reactions)::int as reactions,
         sum(${comments.bytes})::int as bytes
       from (
         select ${comments.annotationRef}, 1 as comments, 0 as reactions, ${comments.bytes} from gone
         union all select ${reactions.annotationRef}, 0, 1, ${reactions.bytes} from reactions_gone
       ) x group by ${comments.annotationRef}
     ) t
     where a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = t.${comments.annotationRef}
       and a.${annotations.annotationRef} = any($annotationRefs::bigint[])
   )
   select ${comments.annotationRef}, ${comments.commentId}, ${comments.createdAtMs}, people,
     (select count(*) from reactions_gone) as reactions from gone`,
);

/** Deletes the comments that were written by the users, with their reactions. */
export function eraseComments(tx: Db, within: Within, comments: CommentColumns): Promise<(GoneComment & { reactions: number })[]> {
  return tx.rows(removeComments, { ...within, ...comments });
}

// A comment may tag several of the users.
const removeTags = statement(
  "activity.erase_tags",
  {
    annotationRefs: listOf(types.bigint),
    commentIds: listOf(types.text),
    userIds: listOf(types.text),
    apiKeyId: comments.apiKeyId,
    requestedAtMs: types.bigint,
  },
  {},
  sql`with tagging as materialized (
     select c.place, array_agg(i.user_id) as user_ids
     from unnest($annotationRefs::bigint[], $commentIds::text[], $userIds::text[]) as i (annotation_ref, comment_id, user_id)
     cross join lateral (
       select ctid as place, ${comments.taggedIds} from ${comments}
       where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = i.annotation_ref and ${comments.commentId} = i.comment_id
         and ${comments.storedAtMs} <= $requestedAtMs limit 1
     ) c
     where i.user_id = any(c.${comments.taggedIds})
     group by c.place
   )
   update ${comments} c
   set ${comments.taggedIds} = array(select u.id from unnest(c.${comments.taggedIds}) with ordinality as u (id, position)
     where u.id <> all(t.user_ids) order by u.position),
     ${comments.taggedUsers} = (
       select coalesce(json_agg(u.tagged order by u.position), '[]'::json)
       from json_array_elements(c.${comments.taggedUsers}) with ordinality as u (tagged, position)
       where u.tagged ->> 'userId' <> all(t.user_ids))
   from tagging t
   where c.${comments.apiKeyId} = $apiKeyId and c.ctid = t.place and c.ctid = any(array(select place from tagging))`,
);

/** Removes the users from the comments that tag them. */
export function eraseTags(tx: Db, within: Within, comments: CommentColumns): Promise<number> {
  return tx.run(removeTags, { ...within, ...comments });
}

const removeReactions = statement(
  "activity.erase_reactions",
  {
    apiKeyId: annotations.apiKeyId,
    places: listOf(types.tid),
    userIds: listOf(types.text),
    requestedAtMs: types.bigint,
    annotationRefs: listOf(types.bigint),
  },
  {},
  sql`with gone as (
     delete from ${reactions}
     where ${reactions.apiKeyId} = $apiKeyId and ctid = any($places::tid[]) and ${reactions.userId} = any($userIds::text[])
       and ${reactions.createdAtMs} <= $requestedAtMs
     returning ${reactions.annotationRef}, ${reactions.bytes}
   ), counted as (
     update ${annotations} a set ${annotations.reactionCount} = a.${annotations.reactionCount} - t.reactions,
       ${annotations.threadBytes} = a.${annotations.threadBytes} - t.bytes
     from (select ${reactions.annotationRef}, count(*)::int as reactions, sum(${reactions.bytes})::int as bytes from gone group by 1) t
     where a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = t.${reactions.annotationRef}
       and a.${annotations.annotationRef} = any($annotationRefs::bigint[])
   )
   select from gone`,
);

/** Deletes users' reactions, addressed by ctid. */
export function eraseReactions(
  tx: Db,
  within: Within,
  reactions: { userIds: readonly string[]; places: readonly string[]; annotationRefs: readonly number[] },
): Promise<number> {
  return tx.run(removeReactions, { ...within, ...reactions });
}
