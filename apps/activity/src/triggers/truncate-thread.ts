import type { CommentRow } from "../threads/reading/comment-rows.store.ts";
import { bareCommentJson, type CommentJson, composed, type ThreadComment, type ThreadJson, type WholeThread } from "./thread-json.ts";

/** The comment that an event is about. */
export type EventComment = CommentJson & { readonly row: CommentRow };

/** A thread and the comment that an event is about, as the event carries them. */
export interface FittedThread {
  readonly annotationJson: string;
  /** Empty when the event is about the annotation. */
  readonly targetJson: string;
  /** The comments of the thread that the event carries. */
  readonly comments: readonly ThreadComment[];
  /** The users named by the comments, and the users in `named`. */
  readonly userIds: ReadonlySet<string>;
  readonly isPartial: boolean;
}

/**
 * Truncates a thread to a number of bytes, together with `named`, the other users that the event names. If the thread does not fit, the
 * target comes first, then the newest comments. Users and metadata may each take a part of the budget.
 */
export function truncateThread(
  thread: WholeThread,
  target: EventComment | undefined,
  named: readonly string[],
  bytes: number,
): FittedThread {
  return fitWhole(thread, target, named, bytes) ?? fitPartly(thread, target, named, bytes);
}

function fitWhole(
  { whole, comments }: WholeThread,
  target: EventComment | undefined,
  named: readonly string[],
  bytes: number,
): FittedThread | undefined {
  const budget = new ByteBudget(bytes);
  budget.force("", named);
  if (!budget.take(whole.json, whole.userIds)) return undefined;
  if (target !== undefined && !budget.take(target.json, target.userIds)) return undefined;
  return { annotationJson: whole.json, targetJson: target?.json ?? "", comments, userIds: budget.userIds, isPartial: false };
}

function fitPartly(thread: ThreadJson, target: EventComment | undefined, named: readonly string[], bytes: number): FittedThread {
  const budget = new ByteBudget(bytes);
  budget.force(composed(thread, { involvedUsers: [], mentionedUsers: [], metadata: "{}", details: "", comments: [] }), named);
  budget.force(
    "",
    [thread.assigneeId, thread.fromId].filter((userId) => userId !== null),
  );
  const targetJson = target === undefined ? "" : fitTarget(budget, target);

  const metadata = budget.take(thread.metadata, [], budget.bytesLeft / 4) ? thread.metadata : "{}";
  const details = budget.take(thread.details, [], budget.bytesLeft / 4) ? thread.details : "";
  const mentionedUsers = fitUsers(budget, thread.mentionedUsers, budget.bytesLeft / 4);
  const involvedUsers = fitUsers(budget, thread.involvedUsers, budget.bytesLeft / 3);
  const comments = fitNewest(budget, thread.comments);
  const annotationJson = composed(thread, { involvedUsers, mentionedUsers, metadata, details, comments });
  return { annotationJson, targetJson, comments, userIds: budget.userIds, isPartial: true };
}

function fitTarget(budget: ByteBudget, { json, userIds, row }: EventComment): string {
  if (budget.take(json, userIds)) return json;
  const bare = bareCommentJson(row, false);
  if (budget.take(bare.json, bare.userIds)) return bare.json;
  const cut = bareCommentJson(row, true);
  budget.force(cut.json, cut.userIds);
  return cut.json;
}

function fitUsers(budget: ByteBudget, users: ReadonlyMap<string, string>, bytes: number): string[] {
  const keptFree = budget.bytesLeft - bytes;
  return [...users].filter(([userId, json]) => budget.take(json, [userId], budget.bytesLeft - keptFree)).map(([, json]) => json);
}

function fitNewest(budget: ByteBudget, comments: readonly ThreadComment[]): ThreadComment[] {
  const oldest = comments.findLastIndex(({ json, userIds }) => !budget.take(json, userIds));
  return comments.slice(oldest + 1);
}

const overheadBytes = 8;

/** The byte budget of an event. It covers the event's JSON and the users that the JSON names, because the event's subjects repeat them. */
class ByteBudget {
  readonly userIds = new Set<string>();
  #bytesLeft: number;

  constructor(bytes: number) {
    this.#bytesLeft = bytes;
  }

  get bytesLeft(): number {
    return this.#bytesLeft;
  }

  /** Takes the text if it fits into the budget, or into `bytes` of it. Returns whether it did. */
  take(json: string, userIds: Iterable<string> = [], bytes = this.#bytesLeft): boolean {
    // A character takes at least a byte, so that a text that is far too long need not be measured.
    if (json.length > bytes) return false;
    const cost = this.#costOf(json, userIds);
    if (cost > bytes) return false;
    this.#put(cost, userIds);
    return true;
  }

  /** Takes the text in any case; the remaining budget shrinks accordingly. */
  force(json: string, userIds: Iterable<string> = []): void {
    this.#put(this.#costOf(json, userIds), userIds);
  }

  #costOf(json: string, userIds: Iterable<string>): number {
    let cost = Buffer.byteLength(json) + overheadBytes;
    for (const userId of userIds) if (!this.userIds.has(userId)) cost += Buffer.byteLength(userId) + overheadBytes;
    return cost;
  }

  #put(cost: number, userIds: Iterable<string>): void {
    this.#bytesLeft -= cost;
    for (const userId of userIds) this.userIds.add(userId);
  }
}
