import type { Claimed } from "./claimed.ts";
import type { Read } from "./read-ready.store.ts";

// The first pause.
const firstDelayMs = 4;
// The longest pause while ready deliveries wait for capacity: short enough that the deliveries in hand last until the next read.
const longestFullDelayMs = 32;
// The longest pauses while other processes may write deliveries for this one: if it has read some lately, and otherwise.
const longestSharedDelayMs = 100;
const longestIdleDelayMs = 500;
const idleAfterMs = 10_000;

/** What the length of a pause depends on, besides the result of the read. */
interface Circumstances {
  /** Other processes that deliver. */
  readonly others: number;
  /** The time until deliveries are looked for that have become due, or the lease is renewed. */
  readonly longestMs: number;
}

const newTurn = { hasTaken: false, isMore: false };

/**
 * How long a process waits after each read. Between the reads of one round through all groups, not at all. After a round, until it is
 * woken, unless there may be something that nobody wakes it for: capacity for what was left, or deliveries written by another process. For
 * these it looks again and again, with growing pauses.
 */
export class PollDelay {
  #turn = newTurn;
  #delayMs = firstDelayMs;
  #tookAtMs = performance.now();

  /** Called when there may be something to read. */
  end(): void {
    this.#delayMs = firstDelayMs;
  }

  after({ rows, last, isMore: isLeft }: Pick<Read<Claimed>, "rows" | "last" | "isMore">, circumstances: Circumstances) {
    const hasTaken = this.#turn.hasTaken || rows.length > 0;
    const isMore = this.#turn.isMore || isLeft;
    this.#turn = last === undefined ? newTurn : { hasTaken, isMore };
    if (rows.length > 0) this.#tookAtMs = performance.now();
    if (hasTaken) this.#delayMs = firstDelayMs;
    if (last !== undefined || (hasTaken && isMore)) return { ms: 0, interruptible: false };
    if (!isMore && circumstances.others === 0) return { ms: circumstances.longestMs, interruptible: true };
    const ms = this.#delayMs;
    this.#delayMs = Math.min(isMore ? longestFullDelayMs : this.#longestSharedMs(circumstances), ms * 2);
    return { ms, interruptible: true };
  }

  #longestSharedMs({ longestMs }: Circumstances): number {
    return Math.min(performance.now() - this.#tookAtMs < idleAfterMs ? longestSharedDelayMs : longestIdleDelayMs, longestMs);
  }
}
