import type { Database } from "@parley/database";
import { selectFeedState } from "../feed/feed-epochs.store.ts";
import { placeOf, selectCommentsBelow, type WrittenPlace, writtenComments } from "./comments-to-index.store.ts";
import { removeTerms } from "./search-comments.store.ts";
import { claimIndex, forgetIndex, type HeldIndex, lockIndex, releaseIndex } from "./search-keys.store.ts";
import { removeSegments } from "./search-segments.store.ts";
import type { StepSize, StepSizes } from "./step-sizes.ts";
import { isAmong, storeComments } from "./store-comments.ts";
import { termsOfFirst } from "./terms-of-comments.ts";

// A worker that was away for longer has lost its index to another.
const leaseMs = 30_000;

/** The index is another worker's now: nothing of the step is committed, and that one does it. */
class StepVoid extends Error {}

/**
 * Brings the index of the API key that has waited longest one step on: by some comments that were written and some that were there before, or by the removal
 * of some. Returns what was done: whether what was there before was walked, or only what is written since followed.
 */
export async function indexStep(database: Database, sizes: StepSizes): Promise<"nothing" | "walked" | "followed"> {
  const { horizon } = await selectFeedState(database);
  const held = await claimIndex(database, leaseMs, horizon);
  if (held === undefined) return "nothing";
  const size = sizes.of(held.apiKeyId);
  try {
    await (held.isLeaving ? removeSome(database, held, size.removed) : catchUp(database, held, horizon, size));
    sizes.succeeded(held.apiKeyId);
  } catch (error) {
    sizes.failed(held.apiKeyId);
    await releaseIndex(database, held);
    if (!(error instanceof StepVoid)) throw error;
  }
  return held.isLeaving || held.belowRef > held.oldestRef ? "walked" : "followed";
}

async function removeSome(database: Database, held: HeldIndex, limit: number): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await removeTerms(tx, held.apiKeyId, limit);
    const isLast = removed < limit && (await removeSegments(tx, held.apiKeyId, limit)) < limit;
    keepIf(isLast ? await forgetIndex(tx, held) : await releaseIndex(tx, held));
  });
}

// A step takes some of both, so that new comments are indexed soon while a large key is being indexed.
async function catchUp(database: Database, held: HeldIndex, horizon: number, size: StepSize): Promise<void> {
  const { apiKeyId } = held;
  const written = await someWritten(database, held, horizon, size);
  const earlier = held.belowRef > held.oldestRef ? await someEarlier(database, held, size) : { comments: [], lastRef: undefined };
  await database.transaction(async (tx) => {
    // First: whoever has lost the index learns it before it writes.
    keepIf((await lockIndex(tx, apiKeyId)) === held.fence);
    const left = await storeComments(tx, apiKeyId, [...written.comments, ...earlier.comments]);
    const firstLeft = written.comments.findIndex((comment) => isAmong(left, comment));
    const { position, ref, commentId } = firstLeft < 0 ? written.end : placeBefore(written.comments, firstLeft, placeOfIndex(held));
    const leftOfThread = earlier.comments.find((comment) => isAmong(left, comment));
    const belowRef = leftOfThread === undefined ? (earlier.lastRef ?? held.oldestRef) : leftOfThread.annotationRef + 1;
    await releaseIndex(tx, { ...held, writtenPosition: position, writtenRef: ref, writtenCommentId: commentId, belowRef });
  });
}

/** Up to where an index has what was written. */
export function placeOfIndex(state: Pick<HeldIndex, "writtenPosition" | "writtenRef" | "writtenCommentId">): WrittenPlace {
  return { position: state.writtenPosition, ref: state.writtenRef, commentId: state.writtenCommentId };
}

/** Comments that were written, and the place up to which these are all. */
async function someWritten(database: Database, held: HeldIndex, horizon: number, { comments: scanRows, bytes, terms }: StepSize) {
  const range = { after: placeOfIndex(held), horizon, organizationId: "", documentId: "", scanRows, bytes };
  const { comments, end } = await writtenComments(database, held.apiKeyId, range);
  const taken = await termsOfFirst(held.apiKeyId, comments, terms, placeOf);
  return { comments: taken, end: taken.length < comments.length ? placeBefore(taken, taken.length, range.after) : end };
}

function placeBefore(comments: readonly Parameters<typeof placeOf>[0][], index: number, start: WrittenPlace): WrittenPlace {
  const last = comments[index - 1];
  return last === undefined ? start : placeOf(last);
}

/** Comments of threads that existed before, and the last of these threads scanned. */
async function someEarlier(database: Database, { apiKeyId, belowRef }: HeldIndex, { terms, ...size }: StepSize) {
  const room = { threads: size.threads, comments: size.comments, bytes: size.bytes };
  const { comments, lastRef } = await selectCommentsBelow(database, apiKeyId, belowRef, room);
  const newestFirst = comments.sort((a, b) => b.annotationRef - a.annotationRef);
  const taken = await termsOfFirst(apiKeyId, newestFirst, terms, ({ annotationRef }) => annotationRef);
  return { comments: taken, lastRef: taken.length < comments.length ? taken.at(-1)?.annotationRef : lastRef };
}

function keepIf(isRight: boolean): void {
  if (!isRight) throw new StepVoid();
}
