import { type Db, sql, statement } from "@parley/database";
import { listedRows, listOf, recordset, types, type ValuesOf } from "@parley/database/schema";
import { searchComments, searchSegments } from "../schema.ts";

// Lower than the time of creation and the ref of every thread.
const least = sql`-9007199254740991`;

const begin = statement(
  "activity.search_segments_begin",
  { apiKeyId: searchSegments.apiKeyId, organizationIds: listOf(types.text) },
  {},
  sql`insert into ${searchSegments} (${searchSegments.apiKeyId}, ${searchSegments.organizationId}, ${searchSegments.fromMs}, ${searchSegments.fromRef},
     ${searchSegments.segment})
   select $apiKeyId, o.id, ${least}, ${least}, 1 from unnest($organizationIds::text[]) as o (id) on conflict do nothing`,
);

/** Creates the first segment of each organization that has none. */
export async function beginSegments(tx: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<void> {
  await tx.run(begin, { apiKeyId, organizationIds });
}

const {
  from: threads,
  columns: t,
  parameters: ofThreads,
} = listedRows("t", {
  organizationId: ["organizationIds", types.text],
  createdAtMs: ["createdAts", types.bigint],
  annotationRef: ["refs", types.bigint],
});

const segmentOfThread = {
  annotationRef: types.bigint,
  organizationId: searchSegments.organizationId,
  fromMs: searchSegments.fromMs,
  fromRef: searchSegments.fromRef,
  segment: searchSegments.segment,
  comments: searchSegments.comments,
  terms: searchSegments.terms,
};

/** The segment that a thread belongs to. */
export type SegmentOfThread = ValuesOf<typeof segmentOfThread>;

// Makes one lookup in the primary key per thread.
const selectOfThreads = statement(
  "activity.search_segments_of",
  { apiKeyId: searchSegments.apiKeyId, ...ofThreads },
  segmentOfThread,
  sql`select ${t.annotationRef}, s.${searchSegments.organizationId}, s.${searchSegments.fromMs}, s.${searchSegments.fromRef}, s.${searchSegments.segment},
     s.${searchSegments.comments}, s.${searchSegments.terms}
   from ${threads} cross join lateral (
     select * from ${searchSegments}
     where ${searchSegments.apiKeyId} = $apiKeyId and ${searchSegments.organizationId} = ${t.organizationId}
       and (${searchSegments.fromMs}, ${searchSegments.fromRef}) <= (${t.createdAtMs}, ${t.annotationRef})
     order by ${searchSegments.fromMs} desc, ${searchSegments.fromRef} desc limit 1) s`,
);

interface ThreadKey {
  readonly organizationId: string;
  readonly createdAtMs: number;
  readonly annotationRef: number;
}

/** The segments of threads, by the refs of the threads. */
export async function segmentsOf(tx: Db, apiKeyId: string, keys: readonly ThreadKey[]): Promise<ReadonlyMap<number, SegmentOfThread>> {
  const rows = await tx.rows(selectOfThreads, {
    apiKeyId,
    organizationIds: keys.map(({ organizationId }) => organizationId),
    createdAts: keys.map(({ createdAtMs }) => createdAtMs),
    refs: keys.map(({ annotationRef }) => annotationRef),
  });
  return new Map(rows.map((row) => [row.annotationRef, row]));
}

const boundary = {
  organizationId: types.text,
  fromMs: types.bigint,
  fromRef: types.bigint,
  /** The segment that begins there. `comments` and `terms` are its size, or what was added to it. */
  segment: types.integer,
  comments: types.integer,
  terms: types.bigint,
};

/** Where a segment begins, with its number and size. */
export type Boundary = ValuesOf<typeof boundary>;

const { from: items, columns: i } = recordset("boundaries", "i", boundary);

const insertBoundaries = sql`insert into ${searchSegments} as s (${searchSegments.apiKeyId}, ${searchSegments.organizationId},
     ${searchSegments.fromMs}, ${searchSegments.fromRef}, ${searchSegments.segment}, ${searchSegments.comments}, ${searchSegments.terms})
   select $apiKeyId, ${i.organizationId}, ${i.fromMs}, ${i.fromRef}, ${i.segment}, ${i.comments}, ${i.terms} from ${items}
   on conflict (${searchSegments.apiKeyId}, ${searchSegments.organizationId}, ${searchSegments.fromMs}, ${searchSegments.fromRef}) do update`;
const boundariesOfKey = { apiKeyId: searchSegments.apiKeyId, boundaries: types.json };

const count = statement(
  "activity.search_segments_count",
  boundariesOfKey,
  {},
  sql`${insertBoundaries} set ${searchSegments.comments} = s.${searchSegments.comments} + excluded.${searchSegments.comments},
     ${searchSegments.terms} = s.${searchSegments.terms} + excluded.${searchSegments.terms}`,
);

/** Adds to the sizes of segments. */
export async function countWritten(tx: Db, apiKeyId: string, into: readonly Boundary[]): Promise<void> {
  await tx.run(count, { apiKeyId, boundaries: JSON.stringify(into) });
}

const setBoundaries = statement(
  "activity.search_segments_set",
  boundariesOfKey,
  {},
  sql`${insertBoundaries} set ${searchSegments.segment} = excluded.${searchSegments.segment}, ${searchSegments.comments} = excluded.${searchSegments.comments},
     ${searchSegments.terms} = excluded.${searchSegments.terms}`,
);

/** Stores where segments begin, with their sizes. */
export async function storeBoundaries(tx: Db, apiKeyId: string, boundaries: readonly Boundary[]): Promise<void> {
  await tx.run(setBoundaries, { apiKeyId, boundaries: JSON.stringify(boundaries) });
}

// Makes one lookup in search_comments_by_segment per segment. The first segment of an organization is kept until no comment is left in any.
const removeEmpty = statement(
  "activity.search_segments_remove_empty",
  { apiKeyId: searchSegments.apiKeyId, organizationIds: listOf(types.text) },
  {},
  sql`delete from ${searchSegments} s
   where s.${searchSegments.apiKeyId} = $apiKeyId and s.${searchSegments.organizationId} = any($organizationIds::text[])
     and (
       select c.${searchComments.annotationRef} from ${searchComments} c
       where c.${searchComments.apiKeyId} = $apiKeyId and c.${searchComments.organizationId} = s.${searchSegments.organizationId}
         and c.${searchComments.segment} = s.${searchSegments.segment}
       order by c.${searchComments.segment}, c.${searchComments.createdAtMs}, c.${searchComments.annotationRef} limit 1) is null
     and (s.${searchSegments.fromMs} > ${least} or (
       select c.${searchComments.annotationRef} from ${searchComments} c
       where c.${searchComments.apiKeyId} = $apiKeyId and c.${searchComments.organizationId} = s.${searchSegments.organizationId}
       order by c.${searchComments.segment}, c.${searchComments.createdAtMs}, c.${searchComments.annotationRef} limit 1) is null)`,
);

/** Removes the empty segments of organizations; the segment before an empty one takes over its range. The index must be locked. */
export async function removeEmptySegments(tx: Db, apiKeyId: string, organizationIds: readonly string[]): Promise<void> {
  await tx.run(removeEmpty, { apiKeyId, organizationIds });
}

const remove = statement(
  "activity.search_segments_remove",
  { apiKeyId: searchSegments.apiKeyId, limit: types.bigint },
  {},
  sql`delete from ${searchSegments} where ${searchSegments.apiKeyId} = $apiKeyId and ctid = any(array(
     select ctid from ${searchSegments} where ${searchSegments.apiKeyId} = $apiKeyId
     order by ${searchSegments.apiKeyId}, ${searchSegments.organizationId}, ${searchSegments.fromMs}, ${searchSegments.fromRef} limit $limit))`,
);

/** Removes at most `limit` segments of an API key. Returns their number. */
export function removeSegments(tx: Db, apiKeyId: string, limit: number): Promise<number> {
  return tx.run(remove, { apiKeyId, limit });
}
