/** A thread's place in the order of search: by its time of creation, then by its ref. The newest thread has the highest place. */
export interface SearchPlace {
  readonly createdAtMs: number;
  readonly ref: number;
}

/** Whether a place comes after another in search results, which begin with the newest thread. */
export function follows({ createdAtMs, ref }: SearchPlace, other: SearchPlace): boolean {
  return createdAtMs < other.createdAtMs || (createdAtMs === other.createdAtMs && ref < other.ref);
}

/**
 * A segment with this many comments or terms is full, and is split before more are added. A search reads all matches in a segment, so this
 * bounds what it reads beyond its page.
 */
export const fullSegment = { comments: 2_048, terms: 200_000 } as const;

/** The content of a segment: its size, its first and last thread, and the first thread of its upper half. */
interface SegmentShape {
  readonly comments: number;
  readonly terms: number;
  readonly first: SearchPlace;
  readonly last: SearchPlace;
  /** Undefined when all comments belong to one thread, because a thread is never divided. */
  readonly middle: SearchPlace | undefined;
}

/** How a full segment becomes two. */
export interface Split {
  /** Where the upper one of the two segments begins. */
  readonly at: SearchPlace;
  /**
   * `upper`: an empty segment is added above the full one. `lower`: one is added below it. `halves`: half of its content moves to a new
   * one.
   */
  readonly kind: "upper" | "lower" | "halves";
}

/**
 * Decides how to split a segment before comments of the threads from `lowest` to `highest` are added, as a B-tree splits a page. If none is
 * older or none is newer than its content, an empty segment is added next to it, and further comments of its last or first thread still go
 * into it; otherwise half of the content moves to a new one. Undefined when the segment has room or cannot be split, and when all comments
 * belong to its last or first thread.
 */
export function splitOf(shape: SegmentShape, lowest: SearchPlace, highest: SearchPlace): Split | undefined {
  const { comments, terms, first, last, middle } = shape;
  if (comments < fullSegment.comments && terms < fullSegment.terms) return undefined;
  if (!follows(lowest, last)) {
    const at = follows(last, lowest) ? lowest : highest;
    return follows(last, at) ? { at, kind: "upper" } : undefined;
  }
  if (!follows(first, highest)) return follows(lowest, first) ? { at: first, kind: "lower" } : undefined;
  return middle === undefined ? undefined : { at: middle, kind: "halves" };
}
