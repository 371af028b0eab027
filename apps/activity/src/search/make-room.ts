import type { Db } from "@parley/database";
import { type Boundary, type SegmentOfThread, storeBoundaries } from "./search-segments.store.ts";
import { fullSegment, type SearchPlace, type Split, splitOf } from "./segments.ts";
import { moveHalf, type ShapeRow, shapesOf } from "./split-segments.store.ts";

/** A segment that is about to receive comments, with the lowest and the highest place of their threads. */
export interface Target extends SegmentOfThread {
  readonly lowest: SearchPlace;
  readonly highest: SearchPlace;
}

interface Full {
  readonly target: Target;
  readonly shape: ShapeRow;
  readonly split: Split | undefined;
}

/**
 * Splits full segments, at most one per organization. At most one segment in all is split in halves, because that moves about a thousand
 * comments; other full segments stay too large until a later step. Returns the organizations with a new boundary. The index must be locked.
 */
export async function makeRoom(tx: Db, apiKeyId: string, targets: readonly Target[]): Promise<readonly string[]> {
  const seemFull = targets.filter(({ comments, terms }) => comments >= fullSegment.comments || terms >= fullSegment.terms);
  if (seemFull.length === 0) return [];
  const shapes = new Map((await shapesOf(tx, apiKeyId, seemFull)).map((shape) => [keyOf(shape), shape]));
  const full = seemFull.flatMap((target) => fullOf(target, shapes.get(keyOf(target))));
  const halved = full.find(({ split }) => split?.kind === "halves");
  const isHalved = halved !== undefined && (await moveHalf(tx, apiKeyId, halved.shape, movesUpper(halved.shape)));
  const taken = new Map<string, Full>(isHalved ? [[halved.target.organizationId, halved]] : []);
  for (const one of full) {
    const { organizationId } = one.target;
    if (one.split !== undefined && one.split.kind !== "halves" && !taken.has(organizationId)) taken.set(organizationId, one);
  }
  const boundaries = full.flatMap((one) => boundariesOf(one, taken.get(one.target.organizationId) === one ? one.split : undefined));
  await storeBoundaries(tx, apiKeyId, boundaries);
  return [...taken.keys()];
}

function keyOf({ organizationId, segment }: Pick<ShapeRow, "organizationId" | "segment">): string {
  return `${segment}\0${organizationId}`;
}

function fullOf(target: Target, shape: ShapeRow | undefined): Full[] {
  if (shape === undefined) return [];
  const { comments, terms } = shape;
  const first = placeAt(shape.firstMs, shape.firstRef);
  const last = placeAt(shape.lastMs, shape.lastRef);
  const middle = placeAt(shape.middleMs, shape.middleRef);
  const isEmpty = first === undefined || last === undefined;
  return [{ target, shape, split: isEmpty ? undefined : splitOf({ comments, terms, first, last, middle }, target.lowest, target.highest) }];
}

function placeAt(createdAtMs: number | null, ref: number | null): SearchPlace | undefined {
  return createdAtMs === null || ref === null ? undefined : { createdAtMs, ref };
}

// The half with fewer terms moves, because a single thread may have more terms than one statement can move.
function movesUpper({ terms, upperTerms }: ShapeRow): boolean {
  return 2 * upperTerms <= terms;
}

/** The boundaries and sizes of the two segments after a split. Without a split, the new count of the one segment. */
function boundariesOf({ target, shape }: Full, split: Split | undefined): Boundary[] {
  const { organizationId, fromMs, fromRef, segment } = target;
  const isLowerNew = split?.kind === "lower" || (split?.kind === "halves" && !movesUpper(shape));
  const [lowerSegment, upperSegment] = isLowerNew ? [shape.nextSegment, segment] : [segment, shape.nextSegment];
  const above = contentAbove(shape, split);
  const lower = { segment: lowerSegment, comments: shape.comments - above.comments, terms: shape.terms - above.terms };
  const upper = { segment: upperSegment, ...above };
  const before = { organizationId, fromMs, fromRef, ...lower };
  return split === undefined ? [before] : [before, { organizationId, fromMs: split.at.createdAtMs, fromRef: split.at.ref, ...upper }];
}

/** How much of a segment's content is above the split. */
function contentAbove(
  { comments, terms, upperComments, upperTerms }: ShapeRow,
  split: Split | undefined,
): Pick<Boundary, "comments" | "terms"> {
  if (split?.kind === "halves") return { comments: upperComments, terms: upperTerms };
  return split?.kind === "lower" ? { comments, terms } : { comments: 0, terms: 0 };
}
