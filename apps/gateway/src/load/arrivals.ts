// Requests in a turn of the event loop: a millisecond or two of work.
const perTurn = 8;
// The same of one tenant beside others: what its requests take is what those of the others wait, turn for turn.
const perTurnOfOne = 1;
// Requests of all tenants. More are served as they come, and refused for their share, so that they fill no memory.
const mostWaiting = 4_000;

interface Arrival {
  readonly request: { readonly destroyed: boolean };
  readonly serve: () => void;
}

/**
 * Round robin by tenant, a few requests a turn of the event loop, so that thousands that come at the same moment are not all taken before anything else is
 * done. Strangers are one tenant without a name: whatever they claim to be, they do not stand before others. New connections need no turns: the event loop
 * itself accepts one a turn.
 */
export class Arrivals {
  readonly #isShared: (tenant: string) => boolean;
  readonly #queues = new Map<string, Arrival[]>();
  #waiting = 0;
  /** How many were served in this turn, of each tenant and of all. */
  readonly #ofTenants = new Map<string, number>();
  #inTurn = 0;
  #turn: NodeJS.Immediate | undefined;

  /** `isShared` tells whether there are other tenants than this one. */
  constructor(isShared: (tenant: string) => boolean) {
    this.#isShared = isShared;
  }

  /** Serves a request in this turn or a later one, unless its client has gone by then. */
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
    // A queue that is put back comes again in the same walk.
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
