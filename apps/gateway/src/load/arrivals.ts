// Requests served in one turn of the event loop: a millisecond or two of work.
const perTurn = 8;
// Requests of one tenant served in one turn while other tenants are present, whose requests would have to wait for it.
const perTurnOfOne = 1;
// Requests. Bound on those of tenants that wait. Further ones are served at once, where admission refuses them: they fill no memory. Those
// of strangers are bounded by their connections, each of which has one.
const mostWaiting = 4_000;
// ms between two requests of strangers while tenants are present. A request of a tenant takes several turns of the event loop, and would
// else wait for one of a stranger in each.
const strangersPauseMs = 1;
/** The name of all strangers together. */
const strangers = "";

interface Arrival {
  readonly request: { readonly destroyed: boolean };
  readonly serve: () => void;
}

/**
 * Round robin by tenant, a few requests in a turn of the event loop: thousands of requests that arrive together do not hold up everything
 * else. Strangers share one queue without a name, so claiming many identities gains them nothing. New connections need no turns: the event
 * loop itself accepts one in each.
 */
export class Arrivals {
  readonly #isShared: (tenant: string) => boolean;
  readonly #queues = new Map<string, Arrival[]>();
  #waiting = 0;
  #turn: NodeJS.Immediate | undefined;
  #pause: NodeJS.Timeout | undefined;

  /** `isShared` tells whether tenants other than the named one are present. */
  constructor(isShared: (tenant: string) => boolean) {
    this.#isShared = isShared;
  }

  /** Serves a request once the bytes of this turn have been read, or in a later turn, unless its client has disconnected by then. */
  enter(tenant: string, request: Arrival["request"], serve: () => void): void {
    if (tenant !== strangers && this.#waiting >= mostWaiting) return void serve();
    const queue = this.#queues.get(tenant);
    if (queue === undefined) this.#queues.set(tenant, [{ request, serve }]);
    else queue.push({ request, serve });
    this.#waiting++;
    this.#planTurn();
  }

  #planTurn(): void {
    const areOthersWaiting = this.#queues.size > (this.#queues.has(strangers) && this.#pause !== undefined ? 1 : 0);
    if (areOthersWaiting) this.#turn ??= setImmediate(() => this.#serveTurn());
  }

  #serveTurn(): void {
    this.#turn = undefined;
    let left = perTurn;
    for (const [tenant, queue] of [...this.#queues].slice(0, perTurn)) {
      if (tenant === strangers && this.#pause !== undefined) continue;
      const isShared = this.#isShared(tenant);
      const next = queue.splice(0, Math.min(left, isShared ? perTurnOfOne : perTurn));
      left -= next.length;
      this.#waiting -= next.length;
      // What is left of it goes behind all others.
      if (next.length > 0) this.#queues.delete(tenant);
      if (queue.length > 0) this.#queues.set(tenant, queue);
      if (tenant === strangers && isShared) this.#pauseStrangers();
      for (const { request, serve } of next) if (!request.destroyed) serve();
    }
    this.#planTurn();
  }

  #pauseStrangers(): void {
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#planTurn();
    }, strangersPauseMs);
  }
}
