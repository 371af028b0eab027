import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { OrganizationScope } from "../places/scope.ts";
import { annotations, annotationUsers, searchComments } from "../schema.ts";
import { type AnnotationRow, annotationRow } from "../threads/reading/annotation-pages.store.ts";
import { stateSql } from "../threads/reading/annotation-state.ts";
import { epochShift } from "./search-comments.store.ts";

/** A thread's place in the order of search: by epoch and, within one, by ref; the newest is the highest. */
export interface SearchPlace {
  readonly epoch: number;
  readonly ref: number;
}

interface EpochRange {
  /** Places from this one on are passed. */
  readonly before: SearchPlace;
  /** The first epoch that is looked at, and the last. */
  readonly newest: number;
  readonly oldest: number;
  readonly limit: number;
}

// Epoch by epoch, the newest first, each by search_comments_by_terms, until there are enough: a nested loop keeps the order of what it begins with. With
// their own collation the columns of the key are not compared in any other index, which a planner without statistics could take for a better one.
const selectPlaces = statement(
  "activity.search_places",
  {
    newest: types.integer,
    oldest: types.integer,
    terms: listOf(types.bigint),
    apiKeyId: types.text,
    organizationId: types.text,
    beforeEpoch: types.integer,
    beforeRef: types.bigint,
    limit: types.bigint,
  },
  { epoch: types.integer, ref: types.bigint },
  sql`select e.epoch, r.ref from generate_series($newest::integer, $oldest::integer, -1) as e (epoch)
   cross join lateral (select array_agg((e.epoch::bigint << ${epochShift}) | t.term) as terms from unnest($terms::bigint[]) as t (term)) k
   cross join lateral (
     select s.${searchComments.annotationRef} as ref from ${searchComments} s
     where s.${searchComments.terms} @> k.terms and s.${searchComments.apiKeyId} = $apiKeyId::text collate "POSIX"
       and s.${searchComments.organizationId} = $organizationId::text collate "POSIX"
       and (e.epoch < $beforeEpoch::integer or s.${searchComments.annotationRef} < $beforeRef::bigint)
     group by s.${searchComments.annotationRef} order by s.${searchComments.annotationRef} desc limit $limit::bigint) r
   limit $limit::bigint`,
);

/** The places of threads in which one comment has all of the terms, the newest first. */
export function selectSearchPlaces(db: Db, scope: OrganizationScope, terms: readonly number[], range: EpochRange): Promise<SearchPlace[]> {
  const { apiKeyId, organizationId } = scope;
  const { before, ...epochs } = range;
  return db.rows(selectPlaces, { apiKeyId, organizationId, terms, ...epochs, beforeEpoch: before.epoch, beforeRef: before.ref });
}

/** The filters; empty texts and lists match any. */
export interface SearchFilter {
  readonly documentId: string;
  readonly userId: string;
  readonly statuses: readonly string[];
}

const selectByRef = statement(
  "activity.search_threads",
  {
    refs: listOf(types.bigint),
    apiKeyId: types.text,
    organizationId: types.text,
    documentId: types.text,
    userId: types.text,
    statuses: listOf(types.text),
  },
  annotationRow,
  sql`select a.${annotations.documentId}, a.${annotations.annotationId}, a.${annotations.annotationRef} as ref, ${stateSql.of(sql`a`)},
     a.${annotations.assignedAtMs}, a.${annotations.reactionCount}, a.${annotations.threadBytes}, a.${annotations.createdAtMs}, a.${annotations.updatedAtMs},
     true as is_match, false as is_scan_end
   from unnest($refs::bigint[]) as i (ref) cross join lateral (
     select * from ${annotations} where ${annotations.apiKeyId} = $apiKeyId and ${annotations.annotationRef} between i.ref and i.ref
     order by ${annotations.annotationRef} limit 1) a
   where a.${annotations.organizationId} = $organizationId and ($documentId::text = '' or a.${annotations.documentId} = $documentId)
     and (cardinality($statuses::text[]) = 0 or a.${annotations.status} = any($statuses::text[]))
     and ($userId::text = '' or (
       select u.${annotationUsers.annotationRef} from ${annotationUsers} u
       where u.${annotationUsers.apiKeyId} = $apiKeyId and u.${annotationUsers.organizationId} = $organizationId
         and u.${annotationUsers.userId} = $userId and u.${annotationUsers.createdAtMs} = a.${annotations.createdAtMs}
         and u.${annotationUsers.annotationRef} between a.${annotations.annotationRef} and a.${annotations.annotationRef}
       order by u.${annotationUsers.annotationRef} limit 1) is not null)`,
);

/** Those of the threads that exist in the organization and match the filters as they are now. */
export function selectSearchedThreads(
  db: Db,
  { apiKeyId, organizationId }: OrganizationScope,
  refs: readonly number[],
  filter: SearchFilter,
): Promise<AnnotationRow[]> {
  return refs.length === 0 ? Promise.resolve([]) : db.rows(selectByRef, { apiKeyId, organizationId, refs, ...filter });
}
