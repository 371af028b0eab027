import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { BoundedConnections } from "@parley/runtime";

/** Empty for strangers, who take their turns together: whatever they claim to be, they do not stand before others. */
type CallerOf = (headers: IncomingHttpHeaders) => string;
type Refuse = (request: IncomingMessage, response: ServerResponse) => boolean;
type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface ArrivalOptions {
  readonly connections: Pick<BoundedConnections, "begin">;
  readonly callerOf: CallerOf;
  /** Whether it has refused a request, which is then not served. */
  readonly refuse: Refuse;
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

// In one turn of the event loop: a millisecond or two of work.
const perTurn = 8;
// Of one caller while there are others, and of all strangers while there is a caller: what its requests take is what those of the others wait, turn for turn.
const perTurnBesideOthers = 1;
// How long a caller counts as one beside others.
const seenForMs = 2_000;
// Of all callers. More are served as they come, and refused for their share, so that they fill no memory.
const mostWaiting = 4_000;

/** Puts itself between a server and what it was made to serve. */
export function letArrive(server: Server, { connections, callerOf, refuse }: ArrivalOptions): void {
  const serving = server.listeners("request") as Serve[];
  const arrivals = new Arrivals(callerOf, (request, response) => {
    if (refuse(request, response)) return;
    for (const serve of serving) serve.call(server, request, response);
  });
  server.removeAllListeners("request");
  server.on("request", (request, response) => {
    if (connections.begin(request, response)) arrivals.request(request, response);
  });
}

/**
 * Lets requests in a few at a time, so that thousands that come at the same moment are not all taken before anything else is done. A few a turn of the
 * event loop pass at once, one of each caller while there are several; of the others each caller's come in order, the callers in rotation. New connections
 * need no turns: the event loop itself accepts one a turn.
 */
class Arrivals {
  readonly #serve: Serve;
  readonly #callerOf: CallerOf;
  readonly #waiting = new Map<string, Arrival[]>();
  #waitingCount = 0;
  readonly #ofCallersInTurn = new Map<string, number>();
  #requestsInTurn = 0;
  #turn: NodeJS.Immediate | undefined;
  #lastCaller: string | undefined;
  #callerSeenMs = Number.NEGATIVE_INFINITY;
  #othersSeenMs = Number.NEGATIVE_INFINITY;

  constructor(callerOf: CallerOf, serve: Serve) {
    this.#serve = serve;
    this.#callerOf = callerOf;
  }

  request(request: IncomingMessage, response: ServerResponse): void {
    this.#turn ??= setImmediate(() => this.#next());
    const caller = this.#callerOf(request.headers);
    this.#see(caller);
    const before = this.#waiting.get(caller);
    if ((before === undefined && this.#mayPass(caller)) || this.#waitingCount === mostWaiting) {
      this.#countInTurn(caller);
      this.#serve(request, response);
      return;
    }
    if (before === undefined) this.#waiting.set(caller, [{ request, response }]);
    else before.push({ request, response });
    this.#waitingCount++;
  }

  #next(): void {
    this.#turn = undefined;
    this.#requestsInTurn = 0;
    this.#ofCallersInTurn.clear();
    for (const { request, response } of this.#rotation()) this.#serve(request, response);
    if (this.#waitingCount > 0) this.#turn = setImmediate(() => this.#next());
  }

  #rotation(): Arrival[] {
    const next: Arrival[] = [];
    // Those that are put back come again in the same walk.
    for (const [caller, arrivals] of this.#waiting) {
      if (!this.#mayPass(caller)) break;
      const arrival = arrivals.shift();
      this.#waitingCount--;
      this.#waiting.delete(caller);
      if (arrivals.length > 0) this.#waiting.set(caller, arrivals);
      // Whoever has gone meanwhile is not served.
      if (arrival === undefined || arrival.request.destroyed) continue;
      this.#countInTurn(caller);
      next.push(arrival);
    }
    return next;
  }

  // Strangers and probes are nobody: beside them alone a caller is alone.
  #see(caller: string): void {
    if (caller === "") return;
    this.#callerSeenMs = performance.now();
    if (caller !== this.#lastCaller && this.#lastCaller !== undefined) this.#othersSeenMs = this.#callerSeenMs;
    this.#lastCaller = caller;
  }

  #mayPass(caller: string): boolean {
    const besideMs = caller === "" ? this.#callerSeenMs : this.#othersSeenMs;
    const alone = besideMs < performance.now() - seenForMs;
    return this.#requestsInTurn < perTurn && (this.#ofCallersInTurn.get(caller) ?? 0) < (alone ? perTurn : perTurnBesideOthers);
  }

  #countInTurn(caller: string): void {
    this.#requestsInTurn++;
    this.#ofCallersInTurn.set(caller, (this.#ofCallersInTurn.get(caller) ?? 0) + 1);
  }
}
