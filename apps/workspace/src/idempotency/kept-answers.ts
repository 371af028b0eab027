import { LRUCache } from "lru-cache";
import { idempotencyRetentionMs } from "./idempotency.ts";

interface Hour {
  readonly number: number;
  bytes: number;
}

const hourMs = 3_600_000;
const keptCallers = 10_000;

/**
 * The bytes of responses that this process stores for each caller's idempotency keys, in a sliding window of a day, by hours; older
 * responses have been deleted. Nothing is counted in the database, so each process has this limit of its own, and starts anew when it
 * restarts.
 */
export class KeptAnswers {
  readonly #mostBytes: number;
  readonly #nowMs: () => number;
  readonly #hoursOf = new LRUCache<string, Hour[]>({ max: keptCallers });

  constructor(mostBytes: number, nowMs: () => number = Date.now) {
    this.#mostBytes = mostBytes;
    this.#nowMs = nowMs;
  }

  /** Whether there is room for a response of this many bytes, which is counted from now on. */
  admits(scopeId: string, bytes: number): boolean {
    const number = Math.floor(this.#nowMs() / hourMs);
    // The hour in which the retention ends counts whole.
    const first = number - idempotencyRetentionMs / hourMs;
    const hours = (this.#hoursOf.get(scopeId) ?? []).filter((hour) => hour.number >= first);
    const kept = hours.reduce((sum, hour) => sum + hour.bytes, 0);
    if (kept + bytes > this.#mostBytes) return false;
    const last = hours.at(-1);
    if (last?.number === number) last.bytes += bytes;
    else hours.push({ number, bytes });
    this.#hoursOf.set(scopeId, hours);
    return true;
  }
}
