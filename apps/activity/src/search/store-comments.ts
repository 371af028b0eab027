import type { Db } from "@parley/database";
import type { CommentToIndex } from "./comments-to-index.store.ts";
import { makeRoom, type Target } from "./make-room.ts";
import { mergeTerms, storeTerms } from "./search-comments.store.ts";
import {
  type Boundary,
  beginSegments,
  countWritten,
  removeEmptySegments,
  type SegmentOfThread,
  segmentsOf,
} from "./search-segments.store.ts";
import { follows } from "./segments.ts";
import type { WithTerms } from "./terms-of-comments.ts";

type Name = Pick<CommentToIndex, "annotationRef" | "commentId">;

/** Comments, each named by its ref and id in one string. */
type Names = ReadonlySet<string>;

/**
 * Stores the terms of comments in the segments of their threads. Returns the comments that were skipped because another transaction is
 * deleting them; comments that no longer exist are dropped. The index must be locked.
 */
export async function storeComments(tx: Db, apiKeyId: string, comments: readonly WithTerms<CommentToIndex>[]): Promise<Names> {
  if (comments.length === 0) return new Set();
  const threads = [...new Map(comments.map((comment) => [comment.annotationRef, comment])).values()];
  const before = await segmentsOrFirst(tx, apiKeyId, threads);
  const split = await makeRoom(tx, apiKeyId, targetsOf(threads, before));
  const segments = split.length === 0 ? before : await segmentsOf(tx, apiKeyId, threads);
  // A comment may be both a new one and in the backlog. The backlog was read later and comes later in the list, so its version is kept.
  const once = [...new Map(comments.map((comment) => [nameOf(comment), comment])).values()];
  const items = once.flatMap(({ organizationId, annotationRef, commentId, createdAtMs, terms }) => {
    const segment = segments.get(annotationRef)?.segment;
    return segment === undefined ? [] : [{ organizationId, annotationRef, commentId, createdAtMs, segment, terms }];
  });
  const { existing, stored } = await storeTerms(tx, apiKeyId, items);
  const written: Names = new Set(stored.map(nameOf));
  const writtenItems = items.filter((item) => isAmong(written, item));
  await countWritten(tx, apiKeyId, writtenInto(segments, writtenItems));
  if (split.length > 0) await removeEmptySegments(tx, apiKeyId, split);
  await mergeTerms(tx);
  return new Set(existing.filter((comment) => !isAmong(written, comment)).map(nameOf));
}

/** The segments of threads. Creates the first segment of each organization that has none. */
async function segmentsOrFirst(
  tx: Db,
  apiKeyId: string,
  threads: readonly CommentToIndex[],
): Promise<ReadonlyMap<number, SegmentOfThread>> {
  const known = await segmentsOf(tx, apiKeyId, threads);
  const without = threads.filter(({ annotationRef }) => !known.has(annotationRef));
  if (without.length === 0) return known;
  await beginSegments(tx, apiKeyId, [...new Set(without.map(({ organizationId }) => organizationId))]);
  return segmentsOf(tx, apiKeyId, threads);
}

export function isAmong(names: Names, comment: Name): boolean {
  return names.has(nameOf(comment));
}

function nameOf({ annotationRef, commentId }: Name): string {
  return `${annotationRef}\0${commentId}`;
}

function targetsOf(threads: readonly CommentToIndex[], segments: ReadonlyMap<number, SegmentOfThread>): Target[] {
  const targets = new Map<string, Target>();
  for (const { annotationRef: ref, createdAtMs } of threads) {
    const segment = segments.get(ref);
    if (segment === undefined) continue;
    const place = { createdAtMs, ref };
    const key = keyOf(segment);
    const { lowest, highest } = targets.get(key) ?? { lowest: place, highest: place };
    targets.set(key, { ...segment, lowest: follows(place, lowest) ? place : lowest, highest: follows(highest, place) ? place : highest });
  }
  return [...targets.values()];
}

interface Stored {
  readonly annotationRef: number;
  readonly terms: readonly number[];
}

function writtenInto(segments: ReadonlyMap<number, SegmentOfThread>, items: readonly Stored[]): Boundary[] {
  const written = new Map<string, Boundary>();
  for (const { annotationRef, terms } of items) {
    const segment = segments.get(annotationRef);
    if (segment === undefined) continue;
    const { organizationId, fromMs, fromRef, segment: number } = segment;
    const { comments, terms: before } = written.get(keyOf(segment)) ?? { comments: 0, terms: 0 };
    written.set(keyOf(segment), { organizationId, fromMs, fromRef, segment: number, comments: comments + 1, terms: before + terms.length });
  }
  return [...written.values()];
}

function keyOf({ organizationId, segment }: SegmentOfThread): string {
  return `${segment}\0${organizationId}`;
}
