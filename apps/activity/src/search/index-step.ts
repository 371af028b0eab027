import type { Database } from "@parley/database";
import { horizonOf, selectFeedState } from "../feed/feed-epochs.store.ts";
import { type CommentToIndex, placeOf, selectCommentsBelow, type WrittenPlace, writtenComments } from "./comments-to-index.store.ts";
import type { IndexTurns } from "./index-turns.ts";
import { removeTerms } from "./search-comments.store.ts";
import { forgetIndex, type HeldIndex, lockIndex, releaseIndex } from "./search-keys.store.ts";
import { removeSegments } from "./search-segments.store.ts";
import type { StepSize, StepSizes } from "./step-sizes.ts";
import { isAmong, storeComments } from "./store-comments.ts";
import { termsOfFirst } from "./terms-of-comments.ts";

// An index that is not released within this time may be claimed by another worker.
const leaseMs = 30_000;

/** Another worker has claimed the index, so this step is rolled back. */
class StepVoid extends Error {}

/**
 * Does one step for the index whose turn it is: indexes some new comments and some of the backlog, or removes a part of an index that is
 * leaving. Returns `walked` if the step concerned the backlog or a removal, and `followed` if it concerned new comments only. Returns
 * `nothing` if no index has work, and `looked` if none of those examined has work.
 */
export async function indexStep(
  database: Database,
  turns: IndexTurns,
  sizes: StepSizes,
): Promise<"nothing" | "looked" | "walked" | "followed"> {
  const { horizon: ofAll } = await selectFeedState(database, []);
  const { held, isIdle } = await turns.next(database, { leaseMs, horizon: ofAll });
  if (held === undefined) return isIdle ? "nothing" : "looked";
  const size = sizes.of(held.apiKeyId);
  try {
    await (held.isLeaving ? removeSome(database, held, size.removed) : catchUp(database, held, ofAll, size));
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

// Each step takes new comments as well as backlog, so that new comments do not wait for the backlog of a large key.
async function catchUp(database: Database, held: HeldIndex, ofAll: number, size: StepSize): Promise<void> {
  const { apiKeyId } = held;
  const horizon = await horizonOf(database, [apiKeyId], ofAll);
  const written = await someWritten(database, held, horizon, size);
  const earlier = held.belowRef > held.oldestRef ? await someEarlier(database, held, size) : nothingEarlier(held);
  await database.transaction(async (tx) => {
    // Checked first: a worker that has lost the index must not write to it.
    keepIf((await lockIndex(tx, apiKeyId)) === held.fence);
    const left = await storeComments(tx, apiKeyId, [...written.comments, ...earlier.comments]);
    const firstLeft = written.comments.findIndex((comment) => isAmong(left, comment));
    const { position, ref, commentId } = firstLeft < 0 ? written.end : placeBefore(written.comments, firstLeft, placeOfIndex(held));
    const walked = walkedTo(
      earlier,
      earlier.comments.findIndex((comment) => isAmong(left, comment)),
      held,
    );
    await releaseIndex(tx, { ...held, writtenPosition: position, writtenRef: ref, writtenCommentId: commentId, ...walked });
  });
}

/** The high-water mark of an index in the order of writing. */
export function placeOfIndex(state: Pick<HeldIndex, "writtenPosition" | "writtenRef" | "writtenCommentId">): WrittenPlace {
  return { position: state.writtenPosition, ref: state.writtenRef, commentId: state.writtenCommentId };
}

/** Comments written after the index's high-water mark, and the mark that these comments bring it to. */
async function someWritten(database: Database, held: HeldIndex, horizon: number, { comments: scanRows, bytes, terms }: StepSize) {
  const range = { after: placeOfIndex(held), horizon, organizationId: "", documentId: "", scanRows, bytes };
  const { comments, end } = await writtenComments(database, held.apiKeyId, range);
  const taken = await termsOfFirst(held.apiKeyId, comments, terms);
  return { comments: taken, end: taken.length < comments.length ? placeBefore(taken, taken.length, range.after) : end };
}

function placeBefore(comments: readonly Parameters<typeof placeOf>[0][], index: number, start: WrittenPlace): WrittenPlace {
  const last = comments[index - 1];
  return last === undefined ? start : placeOf(last);
}

/** How far the backlog is indexed. */
type Walked = Pick<HeldIndex, "belowRef" | "walkedCommentId">;

interface Earlier<Comment> {
  readonly comments: readonly Comment[];
  /** The first comment that was read but is left for the next step. */
  readonly next: CommentToIndex | undefined;
  /** The progress if no comment is left. */
  readonly end: Walked;
}

function nothingEarlier({ belowRef, walkedCommentId }: HeldIndex): Earlier<never> {
  return { comments: [], next: undefined, end: { belowRef, walkedCommentId } };
}

/** Comments of the backlog, from the newest threads to the oldest. */
async function someEarlier(database: Database, { apiKeyId, oldestRef, ...walked }: HeldIndex, { terms, ...size }: StepSize) {
  const room = { threads: size.threads, comments: size.comments, bytes: size.bytes };
  const { comments, lastRef } = await selectCommentsBelow(database, apiKeyId, walked, room);
  const taken = await termsOfFirst(apiKeyId, comments, terms);
  return { comments: taken, next: comments[taken.length], end: { belowRef: lastRef ?? oldestRef, walkedCommentId: "" } };
}

/** The progress of a walk that stopped before the comment at an index, or before `next` if the index is negative. */
function walkedTo({ comments, next, end }: Earlier<CommentToIndex>, index: number, before: Walked): Walked {
  const stoppedAt = index < 0 ? next : comments[index];
  if (stoppedAt === undefined) return end;
  const last = comments[(index < 0 ? comments.length : index) - 1];
  const belowRef = stoppedAt.annotationRef + 1;
  if (last === undefined) return { belowRef, walkedCommentId: belowRef === before.belowRef ? before.walkedCommentId : "" };
  return { belowRef, walkedCommentId: last.annotationRef === stoppedAt.annotationRef ? last.commentId : "" };
}

function keepIf(isRight: boolean): void {
  if (!isRight) throw new StepVoid();
}
