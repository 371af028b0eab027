import type { OrganizationEnds } from "./search-comments.store.ts";

// Those of threads that come later follow this one, those that were there before search was turned on precede it.
const middle = 1 << 18;
// What is left of 64 bits beside a hash, without the sign.
const last = (1 << 19) - 1;

/** An epoch takes no further threads once it has so many comments; threads that it has may grow. */
export const commentsPerEpoch = 2_048;

/** A thread whose comments are indexed: in the epoch that it has, or in one that is chosen now. */
interface Thread {
  readonly organizationId: string;
  readonly annotationRef: number;
  readonly epoch: number | null;
}

interface End {
  epoch: number;
  comments: number;
}

/**
 * The epoch of each thread, by its ref. Threads without one follow each other in their organization's last epoch and those after it; `isEarlier`: threads that
 * were there before search was turned on are walked from the newest to the oldest, and go into the first epoch and those before it.
 */
export function epochsOf(comments: readonly Thread[], ends: readonly OrganizationEnds[], isEarlier: boolean): ReadonlyMap<number, number> {
  const epochs = new Map<number, number>();
  const open = new Map(ends.map((end) => [end.organizationId, openEnd(end, isEarlier)]));
  const threads = [...Map.groupBy(comments, ({ annotationRef }) => annotationRef)].sort(([a], [b]) => (isEarlier ? b - a : a - b));
  for (const [ref, [thread, ...others]] of threads) {
    if (thread === undefined) continue;
    if (thread.epoch !== null) epochs.set(ref, thread.epoch);
    else epochs.set(ref, place(open, thread.organizationId, 1 + others.length, isEarlier));
  }
  return epochs;
}

/** The epoch that an organization's next new thread will have, unless it is full by then. */
export function nextEpoch(ends: OrganizationEnds | undefined): number {
  return Math.max(middle, ends?.highest ?? middle);
}

function openEnd({ lowest, highest, inLowest, inHighest }: OrganizationEnds, isEarlier: boolean): End | undefined {
  if (isEarlier) return lowest < middle ? { epoch: lowest, comments: inLowest } : undefined;
  return highest >= middle ? { epoch: highest, comments: inHighest } : undefined;
}

function place(open: Map<string, End | undefined>, organizationId: string, comments: number, isEarlier: boolean): number {
  let end = open.get(organizationId) ?? { epoch: isEarlier ? middle - 1 : middle, comments: 0 };
  if (end.comments >= commentsPerEpoch) end = { epoch: Math.min(last, Math.max(1, end.epoch + (isEarlier ? -1 : 1))), comments: 0 };
  end.comments += comments;
  open.set(organizationId, end);
  return end.epoch;
}
