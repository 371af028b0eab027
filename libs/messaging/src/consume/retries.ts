/** An event that failed for a reason that may be temporary. */
interface Retry {
  readonly attempts: number;
  readonly error: Error;
  /** When to try it again, by `performance.now()`. */
  readonly atMs: number;
}

const maxRemembered = 10_000;
// Never longer than the pause of a bus that ignores `retryAtMs`, or the event would be skipped once more.
const firstMs = 80;
const longestMs = 24_000;

/**
 * Events that are being retried; there are few. When the map is full it is cleared, which also drops entries of events that another process
 * finished.
 */
export class Retries {
  readonly #events = new Map<string, Retry>();

  get size(): number {
    return this.#events.size;
  }

  /** Records one more failure of the event. */
  add(eventId: string, error: Error): Retry {
    if (this.#events.size >= maxRemembered) this.#events.clear();
    const attempts = (this.#events.get(eventId)?.attempts ?? 0) + 1;
    const retry = { attempts, error, atMs: performance.now() + Math.min(longestMs, firstMs * 2 ** (attempts - 1)) };
    this.#events.set(eventId, retry);
    return retry;
  }

  /** The retry that the event waits for; undefined when it is due, or when the event has not failed. */
  waiting(eventId: string): Retry | undefined {
    const retry = this.#events.get(eventId);
    return retry !== undefined && retry.atMs > performance.now() ? retry : undefined;
  }

  forget(eventId: string): void {
    this.#events.delete(eventId);
  }
}
