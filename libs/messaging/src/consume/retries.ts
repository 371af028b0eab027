/** An event that failed for a reason which may pass. */
interface Retry {
  readonly attempts: number;
  readonly error: Error;
  /** When it is to be tried again, as `performance.now()` tells the time. */
  readonly atMs: number;
}

const maxRemembered = 10_000;
// Never longer than the pause of a bus that ignores `retryAtMs`: the event would be passed over once more.
const [firstMs, longestMs] = [80, 24_000];

/** Events that are being retried, so few; entries of events that another process finished are dropped with all others. */
export class Retries {
  readonly #events = new Map<string, Retry>();

  get size(): number {
    return this.#events.size;
  }

  /** Notes that the event has failed once more. */
  add(eventId: string, error: Error): Retry {
    if (this.#events.size >= maxRemembered) this.#events.clear();
    const attempts = (this.#events.get(eventId)?.attempts ?? 0) + 1;
    const retry = { attempts, error, atMs: performance.now() + Math.min(longestMs, firstMs * 2 ** (attempts - 1)) };
    this.#events.set(eventId, retry);
    return retry;
  }

  /** What the event waits for; undefined when its time has come, or it has not failed. */
  waiting(eventId: string): Retry | undefined {
    const retry = this.#events.get(eventId);
    return retry !== undefined && retry.atMs > performance.now() ? retry : undefined;
  }

  forget(eventId: string): void {
    this.#events.delete(eventId);
  }
}
