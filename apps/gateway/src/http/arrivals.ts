import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";

type CallerOf = (headers: IncomingHttpHeaders) => string;
type Serve = (request: IncomingMessage, response: ServerResponse) => void;

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

// Of either kind in one turn of the event loop: a millisecond or two of work.
const perTurn = 8;
// Of all callers: who they are is what they say. More are served as they come, and refused for their share, so that they fill no memory.
const mostWaiting = 4_000;

/** Puts itself between a server and what it was made to serve. */
export function letArrive(server: Server, callerOf: CallerOf): void {
  const serving = server.listeners("request") as Serve[];
  const arrivals = new Arrivals(callerOf, (request, response) => {
    for (const serve of serving) serve.call(server, request, response);
  });
  server.removeAllListeners("request");
  server.on("request", (request, response) => arrivals.request(request, response));
  server.on("connection", (socket: Socket) => arrivals.connection(socket));
}

/**
 * Lets requests and connections in a few at a time, so that thousands that come at the same moment are not all taken before anything else is done. A few a
 * turn of the event loop pass at once; of the others each caller's come in order, the callers in rotation.
 */
class Arrivals {
  readonly #serve: Serve;
  readonly #callerOf: CallerOf;
  readonly #waiting = new Map<string, Arrival[]>();
  readonly #connections: Socket[] = [];
  #waitingCount = 0;
  #requestsInTurn = 0;
  #connectionsInTurn = 0;
  #turn: NodeJS.Immediate | undefined;

  constructor(callerOf: CallerOf, serve: Serve) {
    this.#serve = serve;
    this.#callerOf = callerOf;
  }

  request(request: IncomingMessage, response: ServerResponse): void {
    this.#turn ??= setImmediate(() => this.#next());
    const passes = this.#requestsInTurn < perTurn && this.#waitingCount === 0;
    if (passes || this.#waitingCount === mostWaiting) {
      this.#requestsInTurn++;
      this.#serve(request, response);
      return;
    }
    const caller = this.#callerOf(request.headers);
    const before = this.#waiting.get(caller);
    if (before === undefined) this.#waiting.set(caller, [{ request, response }]);
    else before.push({ request, response });
    this.#waitingCount++;
  }

  /** Reads a new connection now or later. */
  connection(socket: Socket): void {
    this.#turn ??= setImmediate(() => this.#next());
    if (this.#connectionsInTurn < perTurn && this.#connections.length === 0) {
      this.#connectionsInTurn++;
      return;
    }
    socket.pause();
    this.#connections.push(socket);
  }

  #next(): void {
    this.#turn = undefined;
    this.#requestsInTurn = 0;
    this.#connectionsInTurn = 0;
    for (const socket of this.#connections.splice(0, perTurn)) socket.resume();
    for (const { request, response } of this.#rotation()) this.#serve(request, response);
    if (this.#waitingCount > 0 || this.#connections.length > 0) this.#turn = setImmediate(() => this.#next());
  }

  #rotation(): Arrival[] {
    const next: Arrival[] = [];
    for (const [caller, arrivals] of this.#waiting) {
      if (next.length === perTurn) break;
      const arrival = arrivals.shift();
      this.#waitingCount--;
      this.#waiting.delete(caller);
      if (arrivals.length > 0) this.#waiting.set(caller, arrivals);
      // Whoever has gone meanwhile is not served.
      if (arrival !== undefined && !arrival.request.destroyed) next.push(arrival);
    }
    return next;
  }
}
