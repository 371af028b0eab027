import { type Db, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import { annotations, comments } from "../schema.ts";
import type { Within } from "./erase-threads.store.ts";

// The changes of an erasure to the comments that it has found. Every function needs their threads locked (`lockThreads`).

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

// Each comment is looked up by its key, whatever the planner estimates.
const commentsOf = (columns: string, condition: string) => `
  select ${columns} from unnest($annotationRefs::bigint[], $commentIds::text[], $userIds::text[]) as i (annotation_ref, comment_id, user_id)
  cross join lateral (
    select ctid as place, * from comments
    where api_key_id = $apiKeyId and annotation_ref = i.annotation_ref and comment_id = i.comment_id and stored_at_ms <= $requestedAtMs limit 1
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
  `with own as materialized (${commentsOf("c.place, c.annotation_ref, c.comment_id", "c.author_id = i.user_id")}),
   gone as (
     delete from comments where api_key_id = $apiKeyId and ctid = any(array(select place from own))
     returning annotation_ref, comment_id, created_at_ms, tagged_ids || author_id as people, bytes
   ), reactions_gone as (
     delete from reactions where api_key_id = $apiKeyId and ctid = any(array(
       select r.place from own cross join lateral (
         select ctid as place from reactions where api_key_id = $apiKeyId and annotation_ref = own.annotation_ref and comment_id = own.comment_id offset 0) r))
     returning annotation_ref, bytes
   ), counted as (
     update annotations a
     set comment_count = a.comment_count - t.comments, reaction_count = a.reaction_count - t.reactions, thread_bytes = a.thread_bytes - t.bytes
     from (
       select annotation_ref, sum(comments)::int as comments, sum(reactions)::int as reactions, sum(bytes)::int as bytes
       from (
         select annotation_ref, 1 as comments, 0 as reactions, bytes from gone union all select annotation_ref, 0, 1, bytes from reactions_gone
       ) x group by annotation_ref
     ) t
     where a.api_key_id = $apiKeyId and a.annotation_ref = t.annotation_ref and a.annotation_ref = any($annotationRefs::bigint[])
   )
   select annotation_ref, comment_id, created_at_ms, people, (select count(*) from reactions_gone) as reactions from gone`,
);

/** Deletes those of the comments that the users wrote, with the reactions to them. */
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
  `with tagging as materialized (
     select c.place, array_agg(i.user_id) as user_ids
     from unnest($annotationRefs::bigint[], $commentIds::text[], $userIds::text[]) as i (annotation_ref, comment_id, user_id)
     cross join lateral (
       select ctid as place, tagged_ids from comments
       where api_key_id = $apiKeyId and annotation_ref = i.annotation_ref and comment_id = i.comment_id and stored_at_ms <= $requestedAtMs limit 1
     ) c
     where i.user_id = any(c.tagged_ids)
     group by c.place
   )
   update comments c
   set tagged_ids = array(select u.id from unnest(c.tagged_ids) with ordinality as u (id, position) where u.id <> all(t.user_ids) order by u.position),
     tagged_users = (
       select coalesce(json_agg(u.tagged order by u.position), '[]'::json)
       from json_array_elements(c.tagged_users) with ordinality as u (tagged, position) where u.tagged ->> 'userId' <> all(t.user_ids))
   from tagging t
   where c.api_key_id = $apiKeyId and c.ctid = t.place and c.ctid = any(array(select place from tagging))`,
);

/** Removes the users from those of the comments that tag them. */
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
  `with gone as (
     delete from reactions
     where api_key_id = $apiKeyId and ctid = any($places::tid[]) and user_id = any($userIds::text[]) and created_at_ms <= $requestedAtMs
     returning annotation_ref, bytes
   ), counted as (
     update annotations a set reaction_count = a.reaction_count - t.reactions, thread_bytes = a.thread_bytes - t.bytes
     from (select annotation_ref, count(*)::int as reactions, sum(bytes)::int as bytes from gone group by 1) t
     where a.api_key_id = $apiKeyId and a.annotation_ref = t.annotation_ref and a.annotation_ref = any($annotationRefs::bigint[])
   )
   select from gone`,
);

/** Removes users' reactions by where they lie. */
export function eraseReactions(
  tx: Db,
  within: Within,
  reactions: { userIds: readonly string[]; places: readonly string[]; annotationRefs: readonly number[] },
): Promise<number> {
  return tx.run(removeReactions, { ...within, ...reactions });
}
