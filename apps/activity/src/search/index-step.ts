import { setImmediate as nextTurn } from "node:timers/promises";
import type { Database, Db } from "@parley/database";
import { selectFeedState } from "../feed/feed-epochs.store.ts";
import { type CommentToIndex, selectCommentsBelow, selectCommentsToIndex } from "./comments-to-index.store.ts";
import { commentsPerEpoch, epochsOf } from "./epochs.ts";
import { type IndexedComment, removeTerms, selectEpochEnds, storeTerms } from "./search-comments.store.ts";
import { claimIndex, forgetIndex, type HeldIndex, releaseIndex } from "./search-keys.store.ts";
import { searchableText } from "./searchable-text.ts";
import { termHasher } from "./term-hash.ts";
import { termsOf } from "./words.ts";
import { writtenComments } from "./written-comments.store.ts";

// A worker that has been away for longer has lost its index to another.
const leaseMs = 30_000;
const fromFeed = { organizationId: "", limit: 100, scanRows: 1_000 };
const fromThreads = { threads: 100, comments: 100, bytes: 2 * 1024 * 1024 };
const removedAtOnce = 1_000;
// Requests have the processor in between.
const commentsPerTurn = 20;

/** The index is another worker's now, or comments of the step are being deleted: nothing of the step is committed, and it is done again. */
class StepVoid extends Error {}

/**
 * Brings the index of the API key that has waited longest one step on: by some comments of its feed and some that were there before, or by the removal of
 * some. Returns what was done: whether what was there before was walked, or only what is written since followed.
 */
export async function indexStep(database: Database): Promise<"nothing" | "walked" | "followed"> {
  const { horizon } = await selectFeedState(database);
  const held = await claimIndex(database, leaseMs, horizon);
  if (held === undefined) return "nothing";
  try {
    await (held.isLeaving ? removeSome(database, held) : catchUp(database, held, horizon));
  } catch (error) {
    await releaseIndex(database, held);
    if (!(error instanceof StepVoid)) throw error;
  }
  return held.isLeaving || held.belowRef > held.oldestRef ? "walked" : "followed";
}

async function removeSome(database: Database, held: HeldIndex): Promise<void> {
  await database.transaction(async (tx) => {
    const removed = await removeTerms(tx, held.apiKeyId, removedAtOnce);
    keepIf(removed < removedAtOnce ? await forgetIndex(tx, held) : await releaseIndex(tx, held));
  });
}

// A step takes some of both, so that what is written while a large key is walked is indexed soon.
async function catchUp(database: Database, held: HeldIndex, horizon: number): Promise<void> {
  const { apiKeyId, feedPosition, feedRef } = held;
  const after = { position: feedPosition, ref: feedRef };
  const { names, end } = await writtenComments(database, apiKeyId, { after, horizon, ...fromFeed });
  const written = await selectCommentsToIndex(database, apiKeyId, names);
  const walked = held.belowRef > held.oldestRef ? await selectCommentsBelow(database, apiKeyId, held.belowRef, fromThreads) : undefined;
  const terms = await termsOfAll(apiKeyId, [...written, ...(walked?.comments ?? [])]);
  const reached = { feedPosition: end.position, feedRef: end.ref, belowRef: walked?.lastRef ?? held.oldestRef };
  await database.transaction(async (tx) => {
    // First, because that locks the row: whoever has lost the index learns it before it writes.
    keepIf(await releaseIndex(tx, { ...held, ...reached }));
    const epochs = await store(tx, apiKeyId, { comments: written, terms, isEarlier: false });
    const earlier = (walked?.comments ?? []).map((comment) => ({ ...comment, epoch: epochs.get(comment.annotationRef) ?? comment.epoch }));
    await store(tx, apiKeyId, { comments: earlier, terms, isEarlier: true });
  });
}

type Terms = ReadonlyMap<string, readonly number[]>;

const keyOf = ({ annotationRef, commentId }: Pick<CommentToIndex, "annotationRef" | "commentId">) => `${annotationRef}\0${commentId}`;

async function termsOfAll(apiKeyId: string, comments: readonly CommentToIndex[]): Promise<Terms> {
  const terms = new Map<string, readonly number[]>();
  for (const [index, comment] of comments.entries()) {
    if (index % commentsPerTurn === commentsPerTurn - 1) await nextTurn();
    terms.set(keyOf(comment), hashesOf(apiKeyId, comment));
  }
  return terms;
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

interface Step {
  readonly comments: readonly CommentToIndex[];
  readonly terms: Terms;
  readonly isEarlier: boolean;
}

/** Stores comments with their terms; returns the epochs of their threads. */
async function store(tx: Db, apiKeyId: string, { comments, terms, isEarlier }: Step): Promise<ReadonlyMap<number, number>> {
  if (comments.length === 0) return new Map();
  const organizationIds = [...new Set(comments.map(({ organizationId }) => organizationId))];
  const epochs = epochsOf(comments, await selectEpochEnds(tx, apiKeyId, organizationIds, commentsPerEpoch), isEarlier);
  const items = comments.map(({ organizationId, annotationRef, commentId }): IndexedComment => {
    const epoch = epochs.get(annotationRef) ?? 0;
    return { organizationId, annotationRef, commentId, epoch, terms: terms.get(keyOf({ annotationRef, commentId })) ?? [] };
  });
  const once = [...new Map(items.map((item) => [keyOf(item), item])).values()];
  keepIf((await storeTerms(tx, apiKeyId, once)) === once.length);
  return epochs;
}

function keepIf(isRight: boolean): void {
  if (!isRight) throw new StepVoid();
}
