import { type Db, sql, statement } from "@parley/database";
import { listOf, types } from "@parley/database/schema";
import type { OrganizationScope } from "../places/scope.ts";
import { annotationUsers, searchComments } from "../schema.ts";
import { segmentShift } from "./search-comments.store.ts";
import type { Places } from "./search-pages.store.ts";
import type { SearchPlace } from "./segments.ts";

interface Range {
  readonly userId: string;
  /** Only places that come after this one are returned. */
  readonly before: SearchPlace;
  readonly limit: number;
}

/** A search for a user with this many threads goes by the terms instead. */
const mostThreads = 1_000;

// Scans the primary key of annotation_users, and for each thread the primary key of search_comments.
const selectOfUser = statement(
  "activity.search_places_of_user",
  {
    apiKeyId: types.text,
    organizationId: types.text,
    userId: types.text,
    terms: listOf(types.bigint),
    beforeMs: types.bigint,
    beforeRef: types.bigint,
    threads: types.bigint,
  },
  { createdAtMs: types.bigint, ref: types.bigint, isPlace: types.boolean },
  sql`with u as materialized (
     select ${annotationUsers.createdAtMs}, ${annotationUsers.annotationRef} from ${annotationUsers}
     where ${annotationUsers.apiKeyId} = $apiKeyId and ${annotationUsers.organizationId} = $organizationId and ${annotationUsers.userId} = $userId
       and (${annotationUsers.createdAtMs}, ${annotationUsers.annotationRef}) < ($beforeMs::bigint, $beforeRef::bigint)
     order by ${annotationUsers.createdAtMs} desc, ${annotationUsers.annotationRef} desc limit $threads::bigint)
   select u.${annotationUsers.createdAtMs}, u.${annotationUsers.annotationRef} as ref,
     case when (select count(*) from u) < $threads::bigint then (
       select s.${searchComments.annotationRef} from ${searchComments} s
       where s.${searchComments.apiKeyId} = $apiKeyId and s.${searchComments.annotationRef} = u.${annotationUsers.annotationRef}
         and s.${searchComments.terms} @> array(
           select (s.${searchComments.segment}::bigint << ${segmentShift}) | t.term from unnest($terms::bigint[]) as t (term))
       order by s.${searchComments.apiKeyId}, s.${searchComments.annotationRef}, s.${searchComments.commentId} limit 1) is not null
     else false end as is_place
   from u order by u.${annotationUsers.createdAtMs} desc, u.${annotationUsers.annotationRef} desc`,
);

/** Like `selectSearchPlaces`, but for the threads of one user. Undefined when the user has too many threads to check each of them. */
export async function selectSearchPlacesOfUser(
  db: Db,
  { apiKeyId, organizationId }: OrganizationScope,
  terms: readonly number[],
  { userId, before, limit }: Range,
): Promise<Places | undefined> {
  const range = { userId, beforeMs: before.createdAtMs, beforeRef: before.ref, threads: mostThreads };
  const rows = await db.rows(selectOfUser, { apiKeyId, organizationId, terms, ...range });
  if (rows.length === mostThreads) return undefined;
  const places = rows.filter(({ isPlace }) => isPlace).slice(0, limit);
  const isFull = places.length === limit;
  return { places, end: isFull ? places.at(-1) : undefined, isFull };
}
