import { type Db, rowCount, type Sql, sql, statement } from "@parley/database";
import { listOf, types, type ValuesOf } from "@parley/database/schema";
import { type LogParameters, loggedInThread, recordPlace, records } from "../activity-log/log-record.ts";
import { keyOfThread, rowById } from "../places/fragments.ts";
import type { DocumentScope, OrganizationScope } from "../places/scope.ts";
import { annotations, comments, nowMs, reactions } from "../schema.ts";

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

/** The outcome of adding a reaction: `found` tells whether the comment exists, `fits` whether there is room in its thread. */
export type InsertedReaction = ValuesOf<typeof insertedReaction>;

// The annotation is locked first, as by every write to a thread. The comment is read after that, because it may have been deleted. Its lock is
// in a query within: Citus cannot pass on the rows of a step that itself locks.
const target = sql`
  locked as materialized (
    select a.* from ${rowById(
      "annotations",
      sql`$annotationId`,
      sql`${annotations.annotationRef}, ${annotations.threadBytes}`,
      sql`for no key update`,
    )} a
  ), target as materialized (
    select c.* from (
      select l.${annotations.annotationRef}, l.${annotations.threadBytes} from locked l
      join ${comments} c on c.${comments.apiKeyId} = $apiKeyId and c.${comments.annotationRef} = l.${annotations.annotationRef}
        and c.${comments.commentId} = $commentId
      for key share of c) c
  )`;

// Looks up one of the user's reactions by its full key, in the way of `rowById`. Rows are never moved, so the ctid identifies it.
const reactionRow = (annotationRef: Sql, reaction: Sql) => sql`
  lateral (
    select ctid as place from ${reactions}
    where ${reactions.apiKeyId} = $apiKeyId and ${reactions.annotationRef} = ${annotationRef} and ${reactions.commentId} = $commentId
      and ${reactions.userId} = $userId
      and ${reactions.reaction} between ${reaction} and ${reaction}
    order by ${reactions.reaction} limit 1)`;

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
  sql`with ${target}, placed as materialized (
     select i.reaction, i.nth, t.${annotations.annotationRef}, t.${annotations.threadBytes} + i.nth * $bytes::int <= $maxBytes as fits,
       ${recordPlace}
     from target t cross join unnest($reactions::text[]) with ordinality as i (reaction, nth) order by i.nth
   ), added as (
     insert into ${reactions} (${reactions.apiKeyId}, ${reactions.organizationId}, ${reactions.annotationRef}, ${reactions.commentId},
       ${reactions.userId}, ${reactions.reaction}, ${reactions.reactingUser}, ${reactions.bytes})
     select k.${annotations.apiKeyId}, $organizationId, p.${annotations.annotationRef}, $commentId, $userId, p.reaction, $user::json, $bytes
     from placed p cross join ${keyOfThread(sql`p.${annotations.annotationRef}`)}
     where p.fits order by p.nth
     on conflict (${reactions.apiKeyId}, ${reactions.annotationRef}, ${reactions.commentId}, ${reactions.userId}, ${reactions.reaction})
       do nothing
     returning ${reactions.reaction}, ${reactions.annotationRef}
   ), counted as (
     update ${annotations} a
     set ${annotations.reactionCount} = a.${annotations.reactionCount} + t.reactions,
       ${annotations.threadBytes} = a.${annotations.threadBytes} + t.reactions * $bytes, ${annotations.updatedAtMs} = ${nowMs}
     from (select ${reactions.annotationRef}, count(*)::int as reactions from added group by 1) t
     where a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = t.${reactions.annotationRef}
   ), logged as (${loggedInThread({
     records: sql`${records} join placed p on p.nth = r.ordinal join added d on d.${reactions.reaction} = p.reaction`,
     place: sql`p`,
   })})
   select i.reaction, p.reaction is not null as found, coalesce(p.fits, false) as fits, d.${reactions.reaction} is not null as added,
     d.${reactions.reaction} is null and exists (select from ${reactionRow(sql`p.${annotations.annotationRef}`, sql`i.reaction`)} x) as existed
   from unnest($reactions::text[]) as i (reaction)
   left join placed p on p.reaction = i.reaction
   left join added d on d.${reactions.reaction} = i.reaction`,
);

/** Adds the user's reactions that do not exist yet. Their records have the ordinals 1, 2, … in the order of the reactions. */
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
  sql`select i.reaction from unnest($reactions::text[]) as i (reaction)
   left join (
     select a.${annotations.annotationRef} from ${rowById("annotations", sql`$annotationId`, sql`${annotations.annotationRef}`)} a
     join ${comments} c on c.${comments.apiKeyId} = $apiKeyId and c.${comments.annotationRef} = a.${annotations.annotationRef}
       and c.${comments.commentId} = $commentId
   ) t on true
   left join ${reactionRow(sql`t.${annotations.annotationRef}`, sql`i.reaction`)} x on true
   where t.${annotations.annotationRef} is null or x.place is not null`,
);

/** The user's reactions that would not be added, because they exist already or their comment does not. */
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
  sql`with ${target}, gone as (
     delete from ${reactions} where ${reactions.apiKeyId} = $apiKeyId
       and ${reactions.annotationRef} = (select ${annotations.annotationRef} from target) and ${reactions.commentId} = $commentId
       and ${reactions.userId} = $userId and ${reactions.reaction} = any($reactions::text[])
     returning ${reactions.reaction}, ${reactions.annotationRef}, ${reactions.bytes}
   ), counted as (
     update ${annotations} a
     set ${annotations.reactionCount} = a.${annotations.reactionCount} - t.reactions,
       ${annotations.threadBytes} = a.${annotations.threadBytes} - t.bytes, ${annotations.updatedAtMs} = ${nowMs}
     from (select ${reactions.annotationRef}, count(*)::int as reactions, sum(${reactions.bytes})::int as bytes from gone group by 1) t
     where a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = t.${reactions.annotationRef}
   ), placed as materialized (
     select i.nth, g.${reactions.annotationRef}, ${recordPlace}
     from gone g join unnest($reactions::text[]) with ordinality as i (reaction, nth) on i.reaction = g.${reactions.reaction}
     order by i.nth
   ), logged as (${loggedInThread({ records: sql`${records} join placed p on p.nth = r.ordinal`, place: sql`p` })})
   select exists (select from target) as found, array(select ${reactions.reaction} from gone) as reactions`,
);

/** Deletes the user's reactions that exist and returns them; undefined when the comment does not exist. */
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
  sql`select a.${annotations.documentId}, a.${annotations.annotationId}, r.${reactions.annotationRef}, r.${reactions.commentId},
    r.${reactions.userId}, r.${reactions.reaction}, r.${reactions.reactingUser}, r.${reactions.createdAtMs}
   from ${reactions} r
   join ${annotations} a on a.${annotations.apiKeyId} = $apiKeyId and a.${annotations.annotationRef} = r.${reactions.annotationRef}
   where r.${reactions.apiKeyId} = $apiKeyId and r.${reactions.organizationId} = $organizationId and r.${reactions.userId} = $userId
     and (r.${reactions.createdAtMs}, r.${reactions.annotationRef}, r.${reactions.commentId}, r.${reactions.reaction}) >
       ($afterMs::bigint, $afterRef::bigint, $afterId::text, $afterReaction::text)
   order by r.${reactions.createdAtMs}, r.${reactions.annotationRef}, r.${reactions.commentId}, r.${reactions.reaction} limit $limit`,
);

/** A user's reactions behind a key, oldest first. Uses `reactions_by_user`. */
export function selectUserReactions(db: Db, scope: OrganizationScope & { userId: string }, after: UserReactionKey, limit: number) {
  return db.rows(selectOfUser, { ...scope, ...after, limit });
}

/** Number of reactions of an API key. */
export const countReactions = rowCount("activity.reactions_count_part", reactions.apiKeyId, [
  reactions.annotationRef,
  reactions.commentId,
  reactions.userId,
  reactions.reaction,
]);
