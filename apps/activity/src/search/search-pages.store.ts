import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { OrganizationScope } from "../places/scope.ts";
import { annotations, annotationUsers, searchComments, searchSegments } from "../schema.ts";
import { type AnnotationRow, annotationRow } from "../threads/reading/annotation-paths.store.ts";
import { stateSql } from "../threads/reading/annotation-state.ts";
import { segmentShift } from "./search-comments.store.ts";
import type { SearchPlace } from "./segments.ts";

/** Places in the order of search. */
export interface Places {
  readonly places: readonly SearchPlace[];
  /** The place after which further places may follow; undefined when there are no more. */
  readonly end: SearchPlace | undefined;
  /**
   * Whether there are `limit` places. If not, either there are no more, or the limit of segments was reached and the request should end.
   */
  readonly isFull: boolean;
}

interface Range {
  /** Only places that come after this one are returned. */
  readonly before: SearchPlace;
  /** The most segments to search. */
  readonly segments: number;
  readonly limit: number;
}

// Searches one segment after the other by search_comments_by_terms, the newest first, until there are enough places: a nested loop keeps
// the order of its outer side. One snapshot has segments and comments, so each thread is in the segment that its place determines. The
// explicit collation keeps a planner without statistics from comparing the columns of the key in another index.
const selectPlaces = statement(
  "activity.search_places",
  {
    apiKeyId: types.text,
    organizationId: types.text,
    terms: listOf(types.bigint),
    beforeMs: types.bigint,
    beforeRef: types.bigint,
    segments: types.bigint,
    limit: types.bigint,
  },
  { createdAtMs: types.bigint, ref: types.bigint, isPlace: types.boolean },
  sql`with g as materialized (
     select ${searchSegments.segment}, ${searchSegments.fromMs}, ${searchSegments.fromRef} from ${searchSegments}
     where ${searchSegments.apiKeyId} = $apiKeyId::text and ${searchSegments.organizationId} = $organizationId::text
       and (${searchSegments.fromMs}, ${searchSegments.fromRef}) < ($beforeMs::bigint, $beforeRef::bigint)
     order by ${searchSegments.fromMs} desc, ${searchSegments.fromRef} desc limit $segments::bigint)
   (select r.${searchComments.createdAtMs}, r.ref, true as is_place from g
     cross join lateral (
       select array_agg((g.${searchSegments.segment}::bigint << ${segmentShift}) | t.term) as terms from unnest($terms::bigint[]) as t (term)) k
     cross join lateral (
       select s.${searchComments.createdAtMs}, s.${searchComments.annotationRef} as ref from ${searchComments} s
       where s.${searchComments.terms} @> k.terms and s.${searchComments.apiKeyId} = $apiKeyId::text collate "POSIX"
         and s.${searchComments.organizationId} = $organizationId::text collate "POSIX"
         and (s.${searchComments.createdAtMs}, s.${searchComments.annotationRef}) < ($beforeMs::bigint, $beforeRef::bigint)
       group by s.${searchComments.createdAtMs}, s.${searchComments.annotationRef}
       order by s.${searchComments.createdAtMs} desc, s.${searchComments.annotationRef} desc limit $limit::bigint) r
     limit $limit::bigint)
   union all
   (select ${searchSegments.fromMs}, ${searchSegments.fromRef}, false from g where (select count(*) from g) = $segments::bigint
     order by ${searchSegments.fromMs}, ${searchSegments.fromRef} limit 1)`,
);

/**
 * The places of threads in which one comment has all terms, the newest first. `end` is the last place if there are `limit` places, and the
 * boundary of the last segment that was searched if the limit of segments was reached.
 */
export async function selectSearchPlaces(db: Db, scope: OrganizationScope, terms: readonly number[], range: Range): Promise<Places> {
  const { apiKeyId, organizationId } = scope;
  const { before, segments, limit } = range;
  const rows = await db.rows(selectPlaces, {
    apiKeyId,
    organizationId,
    terms,
    beforeMs: before.createdAtMs,
    beforeRef: before.ref,
    segments,
    limit,
  });
  const places = rows.filter(({ isPlace }) => isPlace);
  const isFull = places.length === limit;
  return { places, end: isFull ? places.at(-1) : rows.find(({ isPlace }) => !isPlace), isFull };
}

/** Filters of a search. An empty text or list matches every thread. */
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

/** The given threads that exist in the organization and match the filters now. */
export function selectSearchedThreads(
  db: Db,
  { apiKeyId, organizationId }: OrganizationScope,
  refs: readonly number[],
  filter: SearchFilter,
): Promise<AnnotationRow[]> {
  return refs.length === 0 ? Promise.resolve([]) : db.rows(selectByRef, { apiKeyId, organizationId, refs, ...filter });
}
