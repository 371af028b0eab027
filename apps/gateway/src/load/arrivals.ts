// Requests served in one turn of the event loop: a millisecond or two of work.
const perTurn = 8;
// Requests of one tenant served in one turn while other tenants are present, whose requests would have to wait for it.
const perTurnOfOne = 1;
// Bound on the waiting requests of all tenants. Further ones are served at once, where admission refuses them, so that they fill no memory.
const mostWaiting = 4_000;

interface Arrival {
  readonly request: { readonly destroyed: boolean };
  readonly serve: () => void;
}

/**
 * Round robin by tenant, a few requests in a turn of the event loop: thousands of requests that arrive together do not hold up everything
 * else. Strangers share one queue without a name, so claiming many identities gains them nothing. New connections need no turns: they
 * begin at a pace of their own.
 */
export class Arrivals {
  readonly #isShared: (tenant: string) => boolean;
  readonly #queues = new Map<string, Arrival[]>();
  #waiting = 0;
  /** Requests served in this turn, by tenant and in total. */
  readonly #ofTenants = new Map<string, number>();
  #inTurn = 0;
  #turn: NodeJS.Immediate | undefined;

  /** `isShared` tells whether tenants other than the named one are present. */
  constructor(isShared: (tenant: string) => boolean) {
    this.#isShared = isShared;
  }

  /** Serves a request in this turn or a later one, unless its client has disconnected by then. */
  enter(tenant: string, request: Arrival["request"], serve: () => void): void {
    this.#turn ??= this.#beginTurn();
    const queue = this.#queues.get(tenant);
    if (this.#waiting === mostWaiting || (queue === undefined && this.#mayPass(tenant))) return void this.#serve(tenant, serve);
    if (queue === undefined) this.#queues.set(tenant, [{ request, serve }]);
    else queue.push({ request, serve });
    this.#waiting++;
  }

  #beginTurn(): NodeJS.Immediate {
    this.#inTurn = 0;
    this.#ofTenants.clear();
    return setImmediate(() => {
      this.#turn = this.#waiting > 0 ? this.#beginTurn() : undefined;
      this.#serveWaiting();
    });
  }

  #serveWaiting(): void {
    // A queue that is put back is visited again by the same loop.
    for (const [tenant, queue] of this.#queues) {
      if (!this.#mayPass(tenant)) return;
      const arrival = queue.shift();
      this.#waiting--;
      this.#queues.delete(tenant);
      if (queue.length > 0) this.#queues.set(tenant, queue);
      if (arrival?.request.destroyed === false) this.#serve(tenant, arrival.serve);
    }
  }

  #mayPass(tenant: string): boolean {
    return this.#inTurn < perTurn && (this.#ofTenants.get(tenant) ?? 0) < (this.#isShared(tenant) ? perTurnOfOne : perTurn);
  }

  #serve(tenant: string, serve: () => void): void {
    this.#inTurn++;
    this.#ofTenants.set(tenant, (this.#ofTenants.get(tenant) ?? 0) + 1);
    serve();
  }
}
