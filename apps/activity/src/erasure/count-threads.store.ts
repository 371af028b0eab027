import { type Sql, sql, statement } from "@parley/database";
import { types } from "@parley/database/schema";
import { countedRows, type Eraser, type RowSource, rangeParameters, rangeTypes } from "@parley/erasure";
import { annotations, annotationUsers, comments, commentUsers, reactions } from "../schema.ts";

const thread = sql`t.${annotations.annotationRef}, t.${annotations.assigneeId}, t.${annotations.commentCount}, t.${annotations.reactionCount}`;

const people = sql`select distinct u.user_id
  from unnest(c.${comments.taggedIds} || c.${comments.authorId} || f.${annotations.assigneeId}) as u (user_id) where u.user_id is not null`;

const commentsOf = (ref: Sql) => sql`select * from ${comments}
  where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = ${ref} offset 0`;

/**
 * Counts whole threads: annotations, comments, reactions and participants. Each comment has at least one row, for its author. The comments
 * of a thread with more of them than the limit are therefore not read.
 */
export function threadCounter(name: string, source: RowSource): Eraser["count"] {
  const count = statement(
    `activity.${name}_count`,
    rangeTypes,
    { rows: types.bigint },
    sql`with found as materialized (${countedRows(source, thread)}),
     fewest as materialized (
       select count(*) + coalesce(sum(2 * ${annotations.commentCount} + ${annotations.reactionCount}), 0) as rows from found)
     select case when (select rows from fewest) >= $limit then $limit else (
       select coalesce(sum(1 + f.${annotations.commentCount} + f.${annotations.reactionCount} + p.concerned + p.involved), 0)
       from found f cross join lateral (
         select count(*) as concerned, count(distinct w.user_id)
           + case when f.${annotations.commentCount} = 0 and f.${annotations.assigneeId} is not null then 1 else 0 end as involved
         from (${commentsOf(sql`f.${annotations.annotationRef}`)}) c cross join lateral (${people}) w) p
     ) end::bigint as rows`,
  );
  return async (db, counted) => (await db.row(count, rangeParameters(counted)))?.rows ?? 0;
}

const concerned = sql`t.${commentUsers.userId}, t.${commentUsers.annotationRef}, t.${commentUsers.commentId}`;

/**
 * Counts the comments that the users wrote with their reactions, the comments that tag the users, and threads that contain nothing else.
 * The rows by which a participant's comments are found are not counted. If there are more of these rows than the limit, no comment is read.
 */
export function commentCounter(source: RowSource): Eraser["count"] {
  const count = statement(
    "activity.erase_comments_find_count",
    rangeTypes,
    { rows: types.bigint },
    sql`with found as materialized (${countedRows(source, concerned)}),
     concerning as materialized (
       select f.${comments.annotationRef}, f.${comments.commentId}, bool_or(c.is_own) as is_own, bool_or(c.is_tagged) as is_tagged
       from found f cross join lateral (
         select ${comments.authorId} = f.${commentUsers.userId} as is_own, f.${commentUsers.userId} = any(${comments.taggedIds}) as is_tagged
         from ${comments} where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = f.${commentUsers.annotationRef}
           and ${comments.commentId} = f.${commentUsers.commentId} and ${comments.storedAtMs} <= $requestedAtMs limit 1) c
       group by 1, 2),
     own as materialized (
       select ${comments.annotationRef}, count(*) as comments from concerning where is_own group by 1)
     select case when (select count(*) from found) >= $limit then $limit else (select count(*) from concerning where is_own or is_tagged)
       + (select count(*) from (select from concerning o cross join lateral (
           select from ${reactions} where ${reactions.apiKeyId} = $apiKeyId and ${reactions.annotationRef} = o.${comments.annotationRef}
             and ${reactions.commentId} = o.${comments.commentId} limit $limit) r where o.is_own limit $limit) as reacting)
       + (select count(*) from own cross join lateral (
           select from ${annotations} where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = own.${comments.annotationRef}
             and ${annotations.commentCount} = own.comments and ${annotations.storedAtMs} <= $requestedAtMs limit 1) a) end as rows`,
  );
  return async (db, counted) => (await db.row(count, rangeParameters(counted)))?.rows ?? 0;
}

/** Counts the threads assigned to the users, unless they participate in more threads than the limit. */
export function assignmentCounter(source: RowSource): Eraser["count"] {
  const count = statement(
    "activity.erase_assignments_find_count",
    rangeTypes,
    { rows: types.bigint },
    sql`with found as materialized (${countedRows(source, sql`t.${annotationUsers.userId}, t.${annotationUsers.annotationRef}`)})
     select case when (select count(*) from found) >= $limit then $limit else (select count(*) from found f cross join lateral (
       select from ${annotations} where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} = f.${annotationUsers.annotationRef}
         and ${annotations.assigneeId} = f.${annotationUsers.userId} and ${annotations.assignedAtMs} <= $requestedAtMs limit 1) a) end as rows`,
  );
  return async (db, counted) => (await db.row(count, rangeParameters(counted)))?.rows ?? 0;
}
