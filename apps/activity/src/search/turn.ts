// ms of a turn of the event loop that one search may take. A piece of work that takes longer is one comment.
const longestMs = 2;

// Searches that wait for a turn. One begins in each turn of the event loop, however many wait: were all to go on in the same one, they
// would hold it together for as long as each of them alone without turns.
const waiting: (() => void)[] = [];

/** The turns of one search: comparing words takes processor time, and other requests are served between two turns. */
export class Turn {
  #endMs = 0;

  get isOver(): boolean {
    return performance.now() >= this.#endMs;
  }

  /** Waits for the next turn, after those who asked before. */
  async next(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(beginFirst);
    await promise;
    this.#endMs = performance.now() + longestMs;
  }
}

function beginFirst(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(beginFirst);
}
