/** A thread's place in the order of search: by when it was created, and by ref; the newest is the highest. */
export interface SearchPlace {
  readonly createdAtMs: number;
  readonly ref: number;
}

/** Whether a place comes after another in the order of search: the newest are first. */
export function follows({ createdAtMs, ref }: SearchPlace, other: SearchPlace): boolean {
  return createdAtMs < other.createdAtMs || (createdAtMs === other.createdAtMs && ref < other.ref);
}

/** A segment with as many comments or terms takes no more before it is split: a search reads at most one segment more than it shows. */
export const fullSegment = { comments: 2_048, terms: 200_000 } as const;

/** What a segment has: how much, its first and its last thread, and the first thread of its upper half. */
interface SegmentShape {
  readonly comments: number;
  readonly terms: number;
  readonly first: SearchPlace;
  readonly last: SearchPlace;
  /** Undefined when all its comments are of one thread, which is never divided. */
  readonly middle: SearchPlace | undefined;
}

/** How a segment makes room: the new segment begins at a place, and what is at it or above moves there, or what is below it stays alone. */
export interface Split {
  readonly at: SearchPlace;
  /** `upper`: nothing is there yet that would have to move. `lower`: all that is there becomes the upper one. `halves`: one of the halves moves. */
  readonly kind: "upper" | "lower" | "halves";
}

/**
 * How a segment is split before comments come into it, as a page of a B-tree is: where all of them are newer than what it has, or older, it stays as it is beside
 * a new one; otherwise half of it moves. Undefined when it has room, or cannot be split.
 */
export function splitOf(shape: SegmentShape, lowest: SearchPlace, highest: SearchPlace): Split | undefined {
  const { comments, terms, first, last, middle } = shape;
  if (comments < fullSegment.comments && terms < fullSegment.terms) return undefined;
  if (follows(last, lowest)) return { at: lowest, kind: "upper" };
  if (follows(highest, first)) return { at: first, kind: "lower" };
  return middle === undefined ? undefined : { at: middle, kind: "halves" };
}
