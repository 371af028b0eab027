// ms between two strangers' requests while other requests are running.
const pauseMs = 1;

interface Arrival {
  readonly request: { readonly destroyed: boolean };
  readonly serve: () => void;
}

/**
 * Strict priority of known callers over strangers, with a minimum rate for strangers: their requests are served one in a turn of the event
 * loop while nothing else is running, and otherwise one in a millisecond. A request of a known caller takes several turns, and would else
 * wait for a stranger in each. Connections have few unfinished requests, so that the connections bound the queue.
 */
export class YieldingStrangers {
  readonly #isBusy: () => boolean;
  readonly #waiting: Arrival[] = [];
  #isWatching = false;
  #freeAtMs = 0;

  /** `isBusy` tells whether requests of known callers are running. */
  constructor(isBusy: () => boolean) {
    this.#isBusy = isBusy;
  }

  /** Serves a stranger's request at its turn, unless its client has disconnected by then. */
  enter(request: Arrival["request"], serve: () => void): void {
    this.#waiting.push({ request, serve });
    if (this.#isWatching) return;
    this.#isWatching = true;
    this.#serveNext();
  }

  #serveNext(): void {
    if (this.#waiting.length === 0) {
      this.#isWatching = false;
      return;
    }
    if (this.#isBusy() && performance.now() < this.#freeAtMs) {
      setTimeout(() => this.#serveNext(), pauseMs);
      return;
    }
    const arrival = this.#waiting.shift();
    this.#freeAtMs = performance.now() + pauseMs;
    setImmediate(() => this.#serveNext());
    if (arrival?.request.destroyed === false) arrival.serve();
  }
}
