import { type Db, sql, statement } from "@parley/database";
import { listOf, nullable, recordset, types, type ValuesOf } from "@parley/database/schema";
import { comments, searchComments } from "../schema.ts";

/** The upper bits of a term are its epoch's. */
export const epochShift = sql`44`;

const organizationEnds = {
  organizationId: searchComments.organizationId,
  lowest: searchComments.epoch,
  highest: searchComments.epoch,
  inLowest: types.integer,
  inHighest: types.integer,
};

/** The first and the last epoch of an organization, and how many comments they have, counted as far as they may have. */
export type OrganizationEnds = ValuesOf<typeof organizationEnds>;

const ofOrganization = sql`${searchComments.apiKeyId} = $apiKeyId and ${searchComments.organizationId} = o.id`;
const inEpoch = (epoch: typeof epochShift) => sql`(select count(*)::integer from (
  select from ${searchComments} where ${ofOrganization} and ${searchComments.epoch} = ${epoch} limit $most) counted)`;

// Two ends of search_comments_by_epoch.
const selectEnds = statement(
  "activity.search_epochs",
  { apiKeyId: searchComments.apiKeyId, organizationIds: listOf(types.text), most: types.bigint },
  organizationEnds,
  sql`select o.id as organization_id, l.epoch as lowest, h.epoch as highest, ${inEpoch(sql`l.epoch`)} as in_lowest, ${inEpoch(sql`h.epoch`)} as in_highest
   from unnest($organizationIds::text[]) as o (id)
   cross join lateral (select ${searchComments.epoch} as epoch from ${searchComments} where ${ofOrganization}
     order by ${searchComments.epoch}, ${searchComments.annotationRef} limit 1) l
   cross join lateral (select ${searchComments.epoch} as epoch from ${searchComments} where ${ofOrganization}
     order by ${searchComments.epoch} desc, ${searchComments.annotationRef} desc limit 1) h`,
);

/** The ends of those of the organizations of which anything is indexed. */
export function selectEpochEnds(db: Db, apiKeyId: string, organizationIds: readonly string[], most: number): Promise<OrganizationEnds[]> {
  return organizationIds.length === 0 ? Promise.resolve([]) : db.rows(selectEnds, { apiKeyId, organizationIds, most });
}

const indexedComment = {
  organizationId: types.text,
  annotationRef: types.bigint,
  commentId: types.text,
  epoch: types.integer,
  /** Hashes without their epoch. */
  terms: listOf(types.bigint),
};

/** A comment with its terms. */
export type IndexedComment = ValuesOf<typeof indexedComment>;

const { from: items, columns: i } = recordset("comments", "i", indexedComment);

// Comments that somebody is about to delete are left out. Nobody waits for the others: an edit does not touch a comment's key.
const store = statement(
  "activity.search_comments_store",
  { apiKeyId: searchComments.apiKeyId, comments: types.json },
  { annotationRef: searchComments.annotationRef, commentId: nullable(searchComments.commentId) },
  sql`insert into ${searchComments} as s (${searchComments.apiKeyId}, ${searchComments.organizationId}, ${searchComments.annotationRef},
     ${searchComments.commentId}, ${searchComments.epoch}, ${searchComments.terms})
   select $apiKeyId, ${i.organizationId}, c.${comments.annotationRef}, c.${comments.commentId}, ${i.epoch},
     array(select (${i.epoch}::bigint << ${epochShift}) | t.term from unnest(${i.terms}) as t (term))
   from ${items} cross join lateral (
     select ${comments.annotationRef}, ${comments.commentId} from ${comments}
     where ${comments.apiKeyId} = $apiKeyId and ${comments.annotationRef} = ${i.annotationRef} and ${comments.commentId} = ${i.commentId}
     limit 1 for key share skip locked) c
   on conflict (${searchComments.apiKeyId}, ${searchComments.annotationRef}, ${searchComments.commentId}) do update
   set ${searchComments.epoch} = excluded.${searchComments.epoch}, ${searchComments.terms} = excluded.${searchComments.terms}
   returning s.${searchComments.annotationRef}, s.${searchComments.commentId}`,
);

/** Writes the terms of comments, in place of those that they had; returns how many of the comments there were to write. */
export async function storeTerms(tx: Db, apiKeyId: string, comments: readonly IndexedComment[]): Promise<number> {
  return (await tx.rows(store, { apiKeyId, comments: JSON.stringify(comments) })).length;
}

const remove = statement(
  "activity.search_comments_remove",
  { apiKeyId: searchComments.apiKeyId, limit: types.bigint },
  {},
  sql`delete from ${searchComments} where ${searchComments.apiKeyId} = $apiKeyId and ctid = any(array(
     select ctid from ${searchComments} where ${searchComments.apiKeyId} = $apiKeyId
     order by ${searchComments.apiKeyId}, ${searchComments.annotationRef}, ${searchComments.commentId} limit $limit))`,
);

/** Removes at most so many comments of an API key from its index; returns how many. */
export function removeTerms(tx: Db, apiKeyId: string, limit: number): Promise<number> {
  return tx.run(remove, { apiKeyId, limit });
}
