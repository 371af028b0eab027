import { type Db, sql, statement } from "@parley/database";
import { listedRows, nullable, types, type ValuesOf } from "@parley/database/schema";
import { searchComments, searchSegments } from "../schema.ts";
import { segmentShift } from "./search-comments.store.ts";

const {
  from: asked,
  columns: a,
  parameters: ofSegments,
} = listedRows("a", { organizationId: ["organizationIds", types.text], segment: ["segments", types.integer] });

const shape = {
  organizationId: types.text,
  segment: types.integer,
  /** One more than the highest number of the organization's segments. */
  nextSegment: types.integer,
  comments: types.integer,
  terms: types.bigint,
  firstMs: nullable(types.bigint),
  firstRef: nullable(types.bigint),
  lastMs: nullable(types.bigint),
  lastRef: nullable(types.bigint),
  /** The first thread of the upper half; null when the segment has fewer than two threads. */
  middleMs: nullable(types.bigint),
  middleRef: nullable(types.bigint),
  upperComments: types.integer,
  upperTerms: types.bigint,
};

/** The content of a segment, counted. */
export type ShapeRow = ValuesOf<typeof shape>;

const { createdAtMs, annotationRef, terms } = searchComments;
const within = sql`${searchComments.apiKeyId} = $apiKeyId and ${searchComments.organizationId} = ${a.organizationId}
  and ${searchComments.segment} = ${a.segment}`;
const inOrder = sql`${searchComments.segment}, ${createdAtMs}, ${annotationRef}`;

// Reads the segments from search_comments_by_segment.
const selectShapes = statement(
  "activity.search_segment_shapes",
  { apiKeyId: searchComments.apiKeyId, ...ofSegments },
  shape,
  sql`select ${a.organizationId}, ${a.segment}, number.next as next_segment, whole.comments, whole.terms, lo.ms as first_ms, lo.ref as first_ref,
     hi.ms as last_ms, hi.ref as last_ref, mid.ms as middle_ms, mid.ref as middle_ref, whole.upper_comments, whole.upper_terms
   from ${asked}
   cross join lateral (select max(s.${searchSegments.segment}) + 1 as next from ${searchSegments} s
     where s.${searchSegments.apiKeyId} = $apiKeyId and s.${searchSegments.organizationId} = ${a.organizationId}) number
   cross join lateral (select count(*) as n from ${searchComments} where ${within}) counted
   left join lateral (select ${createdAtMs} as ms, ${annotationRef} as ref from ${searchComments} where ${within} order by ${inOrder} limit 1) lo on true
   left join lateral (select ${createdAtMs} as ms, ${annotationRef} as ref from ${searchComments} where ${within}
     order by ${searchComments.segment} desc, ${createdAtMs} desc, ${annotationRef} desc limit 1) hi on true
   left join lateral (select ${createdAtMs} as ms, ${annotationRef} as ref from ${searchComments} where ${within}
     order by ${inOrder} offset counted.n / 2 limit 1) half on true
   left join lateral (select ${createdAtMs} as ms, ${annotationRef} as ref from ${searchComments} where ${within}
     and (${createdAtMs}, ${annotationRef}) > (lo.ms, lo.ref) and (${createdAtMs}, ${annotationRef}) >= (half.ms, half.ref)
     order by ${inOrder} limit 1) mid on true
   cross join lateral (
     select count(*)::integer as comments, coalesce(sum(n), 0)::bigint as terms, count(*) filter (where is_upper)::integer as upper_comments,
       coalesce(sum(n) filter (where is_upper), 0)::bigint as upper_terms
     from (select cardinality(${terms}) as n, (${createdAtMs}, ${annotationRef}) >= (mid.ms, mid.ref) as is_upper
       from ${searchComments} where ${within} order by ${inOrder}) each) whole`,
);

interface SegmentName {
  readonly organizationId: string;
  readonly segment: number;
}

/** Counts the content of segments. */
export function shapesOf(tx: Db, apiKeyId: string, segments: readonly SegmentName[]): Promise<ShapeRow[]> {
  return tx.rows(selectShapes, {
    apiKeyId,
    organizationIds: segments.map(({ organizationId }) => organizationId),
    segments: segments.map(({ segment }) => segment),
  });
}

const move = statement(
  "activity.search_segment_move",
  {
    apiKeyId: searchComments.apiKeyId,
    organizationId: searchComments.organizationId,
    segment: searchComments.segment,
    nextSegment: types.integer,
    middleMs: types.bigint,
    middleRef: types.bigint,
    isUpper: types.boolean,
    comments: types.bigint,
  },
  {},
  sql`with moving as materialized (
     select ctid from ${searchComments}
     where ${searchComments.apiKeyId} = $apiKeyId and ${searchComments.organizationId} = $organizationId and ${searchComments.segment} = $segment
       and ((${createdAtMs}, ${annotationRef}) >= ($middleMs, $middleRef)) = $isUpper::boolean
     order by ${inOrder} for update skip locked)
   update ${searchComments} c set ${searchComments.segment} = $nextSegment,
     ${terms} = array(select t.term + (($nextSegment - $segment)::bigint << ${segmentShift}) from unnest(c.${terms}) as t (term))
   where c.${searchComments.apiKeyId} = $apiKeyId and c.ctid = any(array(select ctid from moving)) and (select count(*) from moving) = $comments`,
);

/**
 * Moves half of a segment to a new one. Does nothing if another transaction is deleting a comment of that half, so that neither waits for
 * the other. Returns whether the half was moved.
 */
export async function moveHalf(tx: Db, apiKeyId: string, shape: ShapeRow, isUpper: boolean): Promise<boolean> {
  const { organizationId, segment, nextSegment, middleMs, middleRef } = shape;
  if (middleMs === null || middleRef === null) return false;
  const comments = isUpper ? shape.upperComments : shape.comments - shape.upperComments;
  return (await tx.run(move, { apiKeyId, organizationId, segment, nextSegment, middleMs, middleRef, isUpper, comments })) > 0;
}
