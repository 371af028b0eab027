import { type Db, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { type LogParameters, logged } from "../activity-log/log-record.ts";
import { rowById } from "../places/fragments.ts";
import type { DocumentScope, OrganizationScope } from "../places/scope.ts";
import { annotations, reactions } from "../schema.ts";

/** A comment of an annotation, and one user's reactions to it. */
export interface OfComment extends DocumentScope {
  readonly annotationId: string;
  readonly commentId: string;
  readonly userId: string;
  readonly reactions: readonly string[];
}

const insertedReaction = {
  reaction: types.text,
  found: types.boolean,
  fits: types.boolean,
  added: types.boolean,
  existed: types.boolean,
};

/** The outcome of a reaction: `found` is whether there is such a comment, `fits` whether there is room in its thread. */
export type InsertedReaction = ValuesOf<typeof insertedReaction>;

// The annotation is locked first, as by every write to a thread; the comment is read again after that, because it may have been deleted.
const target = `
  locked as materialized (
    select a.* from ${rowById("annotations", "$annotationId", "annotation_ref, thread_bytes", "for no key update")} a
  ), target as materialized (
    select l.annotation_ref, l.thread_bytes from locked l
    join comments c on c.api_key_id = $apiKeyId and c.annotation_ref = l.annotation_ref and c.comment_id = $commentId
    for key share of c
  )`;

// One of the user's reactions by its whole key, in the manner of `rowById`. Rows are never moved, so the ctid identifies it.
const reactionRow = (annotationRef: string, reaction: string) => `
  lateral (
    select ctid as place from reactions
    where api_key_id = $apiKeyId and annotation_ref = ${annotationRef} and comment_id = $commentId and user_id = $userId
      and reaction between ${reaction} and ${reaction}
    order by reaction limit 1)`;

const insert = statement(
  "activity.reactions_insert",
  {
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    annotationId: annotations.annotationId,
    commentId: reactions.commentId,
    bytes: reactions.bytes,
    maxBytes: types.bigint,
    reactions: listOf(types.text),
    userId: reactions.userId,
    user: types.json,
    immutable: types.boolean,
    records: types.json,
  },
  insertedReaction,
  `with ${target}, placed as materialized (
     select i.reaction, i.nth, t.annotation_ref, t.thread_bytes + i.nth * $bytes::int <= $maxBytes as fits
     from target t cross join unnest($reactions::text[]) with ordinality as i (reaction, nth)
   ), added as (
     insert into reactions (api_key_id, organization_id, annotation_ref, comment_id, user_id, reaction, reacting_user, bytes)
     select $apiKeyId, $organizationId, annotation_ref, $commentId, $userId, reaction, $user::json, $bytes from placed where fits order by nth
     on conflict (api_key_id, annotation_ref, comment_id, user_id, reaction) do nothing
     returning reaction, annotation_ref
   ), counted as (
     update annotations a
     set reaction_count = a.reaction_count + t.reactions, thread_bytes = a.thread_bytes + t.reactions * $bytes, updated_at_ms = now_ms()
     from (select annotation_ref, count(*)::int as reactions from added group by 1) t
     where a.api_key_id = $apiKeyId and a.annotation_ref = t.annotation_ref
   ), logged as (${logged({ join: "join placed p on p.nth = r.ordinal join added d on d.reaction = p.reaction" })})
   select i.reaction, p.reaction is not null as found, coalesce(p.fits, false) as fits, d.reaction is not null as added,
     exists (select from ${reactionRow("p.annotation_ref", "i.reaction")} x) as existed
   from unnest($reactions::text[]) as i (reaction)
   left join placed p on p.reaction = i.reaction
   left join added d on d.reaction = i.reaction`,
);

/** Adds those of a user's reactions that do not exist. Their records have the ordinals 1, 2, … in the order of the reactions. */
export function insertReactions(
  db: Db,
  comment: OfComment,
  stored: { user: string; bytes: number; maxBytes: number },
  log: LogParameters,
): Promise<InsertedReaction[]> {
  return db.rows(insert, { ...comment, ...stored, ...log });
}

const selectWithoutNeed = statement(
  "activity.reactions_without_need",
  {
    reactions: listOf(types.text),
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    annotationId: annotations.annotationId,
    commentId: reactions.commentId,
    userId: reactions.userId,
  },
  { reaction: types.text },
  `select i.reaction from unnest($reactions::text[]) as i (reaction)
   left join (
     select a.annotation_ref from ${rowById("annotations", "$annotationId", "annotation_ref")} a
     join comments c on c.api_key_id = $apiKeyId and c.annotation_ref = a.annotation_ref and c.comment_id = $commentId
   ) t on true
   left join ${reactionRow("t.annotation_ref", "i.reaction")} x on true
   where t.annotation_ref is null or x.place is not null`,
);

/** Those of a user's reactions that would not be added: they exist already, or their comment does not. */
export async function reactionsWithoutNeed(db: Db, comment: OfComment): Promise<Set<string>> {
  return new Set((await db.rows(selectWithoutNeed, comment)).map(({ reaction }) => reaction));
}

const remove = statement(
  "activity.reactions_delete",
  {
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    documentId: annotations.documentId,
    annotationId: annotations.annotationId,
    commentId: reactions.commentId,
    reactions: listOf(types.text),
    userId: reactions.userId,
    immutable: types.boolean,
    records: types.json,
  },
  { found: types.boolean, reactions: listOf(types.text) },
  `with ${target}, gone as (
     delete from reactions where api_key_id = $apiKeyId and ctid = any(array(
       select x.place from target t cross join unnest($reactions::text[]) as i (reaction)
       cross join ${reactionRow("t.annotation_ref", "i.reaction")} x))
     returning reaction, annotation_ref, bytes
   ), counted as (
     update annotations a
     set reaction_count = a.reaction_count - t.reactions, thread_bytes = a.thread_bytes - t.bytes, updated_at_ms = now_ms()
     from (select annotation_ref, count(*)::int as reactions, sum(bytes)::int as bytes from gone group by 1) t
     where a.api_key_id = $apiKeyId and a.annotation_ref = t.annotation_ref
   ), logged as (${logged({ join: "join unnest($reactions::text[]) with ordinality as i (reaction, nth) on i.nth = r.ordinal join gone g on g.reaction = i.reaction" })})
   select exists (select from target) as found, array(select reaction from gone) as reactions`,
);

/** Deletes those of a user's reactions that exist, and returns them; undefined when there is no such comment. */
export async function deleteReactions(
  db: Db,
  comment: OfComment,
  log: LogParameters,
): Promise<{ readonly reactions: readonly string[] } | undefined> {
  const row = await db.row(remove, { ...comment, ...log });
  return row?.found ? row : undefined;
}

interface UserReactionKey {
  readonly afterMs: number;
  readonly afterRef: number;
  readonly afterId: string;
  readonly afterReaction: string;
}

const selectOfUser = statement(
  "activity.reactions_of_user",
  {
    apiKeyId: annotations.apiKeyId,
    organizationId: annotations.organizationId,
    userId: reactions.userId,
    afterMs: types.bigint,
    afterRef: types.bigint,
    afterId: types.text,
    afterReaction: types.text,
    limit: types.bigint,
  },
  {
    documentId: annotations.documentId,
    annotationId: annotations.annotationId,
    annotationRef: reactions.annotationRef,
    commentId: reactions.commentId,
    userId: reactions.userId,
    reaction: reactions.reaction,
    reactingUser: reactions.reactingUser,
    createdAtMs: reactions.createdAtMs,
  },
  `select a.document_id, a.annotation_id, r.annotation_ref, r.comment_id, r.user_id, r.reaction, r.reacting_user, r.created_at_ms
   from reactions r
   join annotations a on a.api_key_id = $apiKeyId and a.annotation_ref = r.annotation_ref
   where r.api_key_id = $apiKeyId and r.organization_id = $organizationId and r.user_id = $userId
     and (r.created_at_ms, r.annotation_ref, r.comment_id, r.reaction) > ($afterMs::bigint, $afterRef::bigint, $afterId::text, $afterReaction::text)
   order by r.created_at_ms, r.annotation_ref, r.comment_id, r.reaction limit $limit`,
);

/** The reactions of a user after a reaction's key, oldest first; by `reactions_by_user`. */
export function selectUserReactions(db: Db, scope: OrganizationScope & { userId: string }, after: UserReactionKey, limit: number) {
  return db.rows(selectOfUser, { ...scope, ...after, limit });
}
