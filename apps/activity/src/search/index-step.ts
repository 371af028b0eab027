import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database, Db } from "@parley/database";
import { selectFeedState } from "../feed/feed-epochs.store.ts";
import { type CommentToIndex, selectCommentsBelow, selectCommentsToIndex } from "./comments-to-index.store.ts";
import { commentsPerEpoch, epochsOf } from "./epochs.ts";
import { type IndexedComment, removeTerms, selectEpochEnds, storeTerms } from "./search-comments.store.ts";
import { claimIndex, forgetIndex, type HeldIndex, releaseIndex } from "./search-keys.store.ts";
import { searchableText } from "./searchable-text.ts";
import type { StepSize, StepSizes } from "./step-sizes.ts";
import { termHasher } from "./term-hash.ts";
import { termsOf } from "./words.ts";
import { writtenComments } from "./written-comments.store.ts";

// A worker that has been away for longer has lost its index to another.
const leaseMs = 30_000;
// Of the feed, and of what was there before.
const scanRows = 1_000;
// Requests have the processor in between.
const commentsPerTurn = 20;

/** The index is another worker's now, or comments of the step are being deleted: nothing of the step is committed, and it is done again. */
class StepVoid extends Error {}

/**
 * Brings the index of the API key that has waited longest one step on: by some comments of its feed and some that were there before, or by the removal of
 * some. Returns what was done: whether what was there before was walked, or only what is written since followed.
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
    keepIf(removed < limit ? await forgetIndex(tx, held) : await releaseIndex(tx, held));
  });
}

// A step takes some of both, so that what is written while a large key is walked is indexed soon.
async function catchUp(database: Database, held: HeldIndex, horizon: number, size: StepSize): Promise<void> {
  const { apiKeyId } = held;
  const written = await someWritten(database, held, horizon, size);
  const earlier = held.belowRef > held.oldestRef ? await someEarlier(database, held, size) : undefined;
  const reached = { feedPosition: written.end.position, feedRef: written.end.ref, belowRef: earlier?.lastRef ?? held.oldestRef };
  await database.transaction(async (tx) => {
    // First, because that locks the row: whoever has lost the index learns it before it writes.
    keepIf(await releaseIndex(tx, { ...held, ...reached }));
    const epochs = await store(tx, apiKeyId, written.comments, false);
    const comments = (earlier?.comments ?? []).map((comment) => ({
      ...comment,
      epoch: epochs.get(comment.annotationRef) ?? comment.epoch,
    }));
    await store(tx, apiKeyId, comments, true);
  });
}

/** Comments of the feed, and the place behind the last of them, or behind all that was examined. */
async function someWritten(database: Database, { apiKeyId, feedPosition, feedRef }: HeldIndex, horizon: number, size: StepSize) {
  const after = { position: feedPosition, ref: feedRef };
  const { names, end } = await writtenComments(database, apiKeyId, { organizationId: "", after, horizon, limit: size.comments, scanRows });
  const { comments, areAll } = await selectCommentsToIndex(database, apiKeyId, names, size.bytes);
  const taken = await termsOfFirst(apiKeyId, comments, size.terms, ({ ordinal }) => ordinal);
  const last = comments[taken.length - 1];
  const isCut = !areAll || taken.length < comments.length;
  const next = isCut && last !== undefined ? names[last.ordinal + 1] : undefined;
  return { comments: taken, end: next?.behind ?? end };
}

/** Comments of threads that were there before, and the last of these threads that was looked at. */
async function someEarlier(database: Database, { apiKeyId, belowRef }: HeldIndex, { terms, ...size }: StepSize) {
  const room = { threads: size.threads, comments: size.comments, bytes: size.bytes };
  const { comments, lastRef } = await selectCommentsBelow(database, apiKeyId, belowRef, room);
  const newestFirst = comments.sort((a, b) => b.annotationRef - a.annotationRef);
  const taken = await termsOfFirst(apiKeyId, newestFirst, terms, ({ annotationRef }) => annotationRef);
  return { comments: taken, lastRef: taken.length < comments.length ? taken.at(-1)?.annotationRef : lastRef };
}

type WithTerms = CommentToIndex & { readonly terms: readonly number[] };

/** The first comments with their terms: until there are enough of these; groups are taken whole, and the first in any case. */
async function termsOfFirst<Comment extends CommentToIndex>(
  apiKeyId: string,
  comments: readonly Comment[],
  enough: number,
  groupOf: (comment: Comment) => number,
): Promise<WithTerms[]> {
  const taken: WithTerms[] = [];
  let count = 0;
  let group: number | undefined;
  for (const [index, comment] of comments.entries()) {
    if (count >= enough && groupOf(comment) !== group) break;
    if (index % commentsPerTurn === commentsPerTurn - 1) await nextTurn();
    const terms = hashesOf(apiKeyId, comment);
    taken.push({ ...comment, terms });
    count += terms.length;
    group = groupOf(comment);
  }
  return taken;
}

/** What a comment is found by: the hashes of its words and beginnings of words, and of its document. */
function hashesOf(apiKeyId: string, { organizationId, documentId, ...comment }: CommentToIndex): number[] {
  const hash = termHasher({ apiKeyId, organizationId });
  return [documentTerm(documentId), ...termsOf(searchableText(comment))].map(hash);
}

/** What the comments of a document are found by. */
export function documentTerm(documentId: string): string {
  return `@${documentId}`;
}

/** Stores comments with their terms; returns the epochs of their threads. */
async function store(tx: Db, apiKeyId: string, comments: readonly WithTerms[], isEarlier: boolean): Promise<ReadonlyMap<number, number>> {
  if (comments.length === 0) return new Map();
  const organizationIds = [...new Set(comments.map(({ organizationId }) => organizationId))];
  const epochs = epochsOf(comments, await selectEpochEnds(tx, apiKeyId, organizationIds, commentsPerEpoch), isEarlier);
  const items = comments.map(({ organizationId, annotationRef, commentId, terms }): IndexedComment => {
    return { organizationId, annotationRef, commentId, epoch: epochs.get(annotationRef) ?? 0, terms };
  });
  const once = [...new Map(items.map((item) => [`${item.annotationRef}\0${item.commentId}`, item])).values()];
  keepIf((await storeTerms(tx, apiKeyId, once)) === once.length);
  return epochs;
}

function keepIf(isRight: boolean): void {
  if (!isRight) throw new StepVoid();
}
