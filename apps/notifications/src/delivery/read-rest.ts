import type { Held, Read } from "./channel.ts";

// Between two reads under load, so that each finds more than one delivery.
export const readPauseMs = 4;
const firstRestMs = 4;
// While there is no capacity for what is ready: short enough that what is in hand lasts until there is.
const longestFullRestMs = 32;
// Beside other processes, of which any may write what is to be sent by this one: while there was something lately, and afterwards.
const longestSharedRestMs = 100;
const longestIdleRestMs = 500;
const idleAfterMs = 10_000;

/** What the length of a rest depends on besides what was read. */
interface Circumstances {
  /** How many rows a read takes at most. */
  readonly maxRead: number;
  /** Other processes that deliver. */
  readonly others: number;
  /** A process that is alone hears of everything; it has to look only for what becomes due, and to renew its lease. */
  readonly longestMs: number;
}

const newTurn = { hasTaken: false, wasReady: false };

/** How long a process waits between reads: a pause after each, and a rest after a turn of all groups that took nothing, which grows with each of them. */
export class ReadRest {
  #turn = newTurn;
  #restMs = firstRestMs;
  #tookAtMs = performance.now();

  /** There may be something to read. */
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
