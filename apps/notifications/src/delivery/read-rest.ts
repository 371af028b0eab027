import type { Held, Read } from "./channel.ts";

// The pause between two reads under load, so that each read finds more than one delivery.
export const readPauseMs = 4;
const firstRestMs = 4;
// The longest pause while ready deliveries wait for capacity: short enough that the deliveries in hand last until the next read.
const longestFullRestMs = 32;
// The longest pauses beside other processes, which may write deliveries for this one: if it has read some lately, and otherwise.
const longestSharedRestMs = 100;
const longestIdleRestMs = 500;
const idleAfterMs = 10_000;

/** What the length of a pause depends on, besides the result of the read. */
interface Circumstances {
  /** Most rows that one read takes. */
  readonly maxRead: number;
  /** Other processes that deliver. */
  readonly others: number;
  /**
   * The longest pause of a process that is alone. It is notified of all new deliveries, and polls only for deliveries that become due and
   * to renew its lease.
   */
  readonly longestMs: number;
}

const newTurn = { hasTaken: false, wasReady: false };

/**
 * How long a process waits between reads: a short pause after each read, and a growing one after every round through all groups that found
 * nothing.
 */
export class ReadRest {
  #turn = newTurn;
  #restMs = firstRestMs;
  #tookAtMs = performance.now();

  /** Called when there may be something to read. */
  end(): void {
    this.#restMs = firstRestMs;
  }

  after({ rows, last, wasReady: isReady }: Pick<Read<Held>, "rows" | "last" | "wasReady">, circumstances: Circumstances) {
    const hasTaken = this.#turn.hasTaken || rows.length > 0;
    const wasReady = this.#turn.wasReady || isReady;
    this.#turn = last === undefined ? newTurn : { hasTaken, wasReady };
    if (rows.length > 0) this.#tookAtMs = performance.now();
    if (hasTaken) this.#restMs = firstRestMs;
    if (hasTaken || last !== undefined) return { ms: rows.length >= circumstances.maxRead / 2 ? 0 : readPauseMs, interruptible: false };
    const ms = this.#restMs;
    this.#restMs = Math.min(wasReady ? longestFullRestMs : this.#longestMs(circumstances), ms * 2);
    return { ms, interruptible: ms > firstRestMs };
  }

  #longestMs({ others, longestMs }: Circumstances): number {
    if (others === 0) return longestMs;
    return Math.min(performance.now() - this.#tookAtMs < idleAfterMs ? longestSharedRestMs : longestIdleRestMs, longestMs);
  }
}
