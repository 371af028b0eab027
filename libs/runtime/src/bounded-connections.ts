import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { ClosingTurns } from "./closing-turns.ts";
import { ConnectionHolders } from "./connection-holders.ts";
import { LeakyBucket } from "./leaky-bucket.ts";
import { parseInTurn } from "./parse-in-turn.ts";

interface ConnectionBounds {
  /** Most connections at the same time. */
  readonly most: number;
  /** Longest time in ms without progress for which a client may leave a response unread. */
  readonly unreadTimeoutMs: number;
  /**
   * How many requests a second of each stranger's connection are refused, or are served of those that it sends without waiting for responses, with two at
   * once; what it sends beyond that is read later. Absent: no limit, as behind a proxy that sends the requests of many on one connection.
   */
  readonly strangersPerSecond?: number | undefined;
  /** Refuses what cannot be read, or is too slow, where a response may be written; cut off when it is absent. */
  readonly refuseUnreadable?: (error: NodeJS.ErrnoException, socket: Socket) => void;
  /** Whether callers have no more than strangers: on a port of people, who ask one thing after another. */
  readonly pacesCallers?: true;
}

/**
 * Most requests of a caller's connection that have no complete response yet; a stranger's has one. Further ones are read when those before them have been
 * answered. Clients that pipeline at all keep fewer than ten.
 */
export const mostUnfinished = 16;

// Few: the strangers of a flood all begin at the same time.
const strangersAtOnce = 2;

// 64 MiB of all connections, of up to 128 KiB each, so of 500 at least: beyond, a stranger who sends more than may be read is cut off.
const mostHeldBytes = 64 * 1024 * 1024;

// Of the bodies of all strangers, of up to 16 KiB each, 250 a second and 64 at once. A few bytes take as long to read as many: what is not read yet collects in
// the buffers of the system, and comes in one piece.
const pieceMs = 4;
const piecesAtOnce = 64;

interface Connection {
  /** Whose valid credentials came last on it; undefined for a stranger's. */
  holder: string | undefined;
  unfinished: number;
  /** Reads on what waits for its turn. */
  turns: ReturnType<typeof parseInTurn> | undefined;
  /** The response of the request that began last. */
  newest: ServerResponse | undefined;
  /** Whether a response of it has ended: what has no request since is idle. */
  hasServed: boolean;
  /** How much of it waits for its turn, in bytes. */
  heldBytes: number;
  /** Until when what it has been served is paid for. */
  paidUntilMs: number;
  /** When what came last of a stranger's body may be read. */
  bodyAtMs: number | undefined;
  /** Whether its last response has been sent: nothing more is read but the rest of that request. */
  isEnding: boolean;
}

/**
 * Bounds what the connections of an HTTP server may take, whatever is requested on them: their number, the time for which a response stays unread, the
 * requests of each that are unfinished, how fast strangers are refused, and how fast their bodies are read. When all connections are taken, a new one takes
 * the place of a stranger's: the oldest on which no valid credentials have come; without any, of an idle one of whoever has most.
 */
export class BoundedConnections {
  readonly #bounds: ConnectionBounds;
  readonly #connections = new Map<Socket, Connection>();
  readonly #holders: ConnectionHolders;
  readonly #strangersBodies = new LeakyBucket(piecesAtOnce * pieceMs);
  readonly #closings = new ClosingTurns();
  #heldBytes = 0;

  constructor(server: Server, bounds: ConnectionBounds) {
    this.#bounds = bounds;
    this.#holders = new ConnectionHolders(bounds.most);
    server.prependListener("connection", (socket: Socket) => this.#open(socket));
    server.on("connection", (socket: Socket) => {
      const connection = this.#connections.get(socket);
      if (connection === undefined) return;
      connection.turns = parseInTurn(socket, {
        waitMs: () => (isReceiving(connection) ? this.#bodyWaitMs(connection) : this.#requestWaitMs(connection)),
        onHeld: (bytes) => this.#hold(socket, connection, bytes),
      });
    });
    server.on("clientError", (error, socket) => this.#onUnreadable(error, socket as Socket));
    server.setTimeout(bounds.unreadTimeoutMs, (socket: Socket) => this.#onTimeout(socket));
  }

  /** Counts a request until its response has ended. False: its connection is gone, or has too many; it must not be served. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return false;
    connection.unfinished++;
    connection.newest = response;
    // Of what looks like one request Node may find more.
    if (connection.unfinished > 2 * mostUnfinished) this.#cut(socket);
    response.once("close", () => {
      connection.hasServed = true;
      connection.unfinished--;
      this.#pace(connection, response);
    });
    return this.#connections.has(socket);
  }

  /** Valid credentials have come on a connection: it is not closed for want of room before those of strangers. */
  hold(socket: Socket, holder: string): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.holder === holder) return;
    this.#holders.leave(socket, connection.holder);
    connection.holder = holder;
    this.#holders.enter(socket, holder);
    connection.turns?.goOn();
  }

  /** How many are open, on which valid credentials have come, and on which none have. */
  count(): { readonly held: number; readonly strangers: number } {
    return { held: this.#connections.size - this.#holders.strangers(), strangers: this.#holders.strangers() };
  }

  #open(socket: Socket): void {
    if (this.#connections.size >= this.#bounds.most && !this.#makeRoom()) return void socket.destroy();
    const connection: Connection = {
      holder: undefined,
      unfinished: 0,
      turns: undefined,
      newest: undefined,
      hasServed: false,
      heldBytes: 0,
      paidUntilMs: 0,
      bodyAtMs: undefined,
      isEnding: false,
    };
    this.#connections.set(socket, connection);
    this.#holders.enter(socket, undefined);
    socket.once("close", () => this.#forget(socket));
    const { destroySoon } = socket;
    socket.destroySoon = () => this.#end(socket, connection, destroySoon);
  }

  #makeRoom(): boolean {
    const yielding = this.#holders.yielding((socket) => this.#connections.get(socket)?.unfinished === 0);
    if (yielding !== undefined) this.#cut(yielding);
    return yielding !== undefined;
  }

  // In place of Node's own end behind a last response. A connection that is closed with something unread is reset, and that response may be lost. It is not
  // ended on this side before, either: whoever sees that comes again, which takes more than to stay.
  #end(socket: Socket, connection: Connection, atOnce: () => void): void {
    connection.isEnding = true;
    const request = connection.newest?.req;
    const isOnTheWay = request?.complete === false && request.headers.expect === undefined;
    if (isOnTheWay) request.once("close", () => socket.end());
    else atOnce.call(socket);
  }

  #onUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
    const { refuseUnreadable } = this.#bounds;
    const isOpen = refuseUnreadable !== undefined && isOpenToRefusal(this.#connections.get(socket));
    const { bytesWritten } = socket;
    this.#closings.enter(socket, () => {
      // When the response to an earlier request has come in between, another one behind it would be of none.
      if (isOpen && socket.bytesWritten === bytesWritten) refuseUnreadable(error, socket);
      else this.#cut(socket);
    });
  }

  #cut(socket: Socket): void {
    socket.destroy();
    this.#forget(socket);
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#connections.delete(socket);
    this.#heldBytes -= connection.heldBytes;
    this.#holders.leave(socket, connection.holder);
  }

  #hold(socket: Socket, connection: Connection, bytes: number): void {
    if (!this.#connections.has(socket)) return;
    this.#heldBytes += bytes - connection.heldBytes;
    connection.heldBytes = bytes;
    if (bytes > 0 && this.#heldBytes > mostHeldBytes && connection.holder === undefined) this.#cut(socket);
  }

  /** How long the next request of a connection has to wait, in ms: for ever, when that is for the end of another, or when it is ending. */
  #requestWaitMs({ holder, unfinished, paidUntilMs, isEnding }: Connection): number {
    const { strangersPerSecond, pacesCallers = false } = this.#bounds;
    const isPaced = holder === undefined || pacesCallers;
    if (isEnding || unfinished >= (isPaced ? 1 : mostUnfinished)) return Number.POSITIVE_INFINITY;
    if (!isPaced || strangersPerSecond === undefined) return 0;
    return paidUntilMs - performance.now() - ((strangersAtOnce - 1) * 1_000) / strangersPerSecond;
  }

  // Before their credentials have been looked up, or when they have been refused: a few hundred senders could take a whole processor. It is read nevertheless,
  // because many clients read no response before they have sent all of their request.
  #bodyWaitMs(connection: Connection): number {
    if (connection.holder !== undefined) return 0;
    const nowMs = performance.now();
    connection.bodyAtMs ??= nowMs + this.#strangersBodies.queue(pieceMs);
    const waitMs = connection.bodyAtMs - nowMs;
    if (waitMs <= 0) connection.bodyAtMs = undefined;
    return waitMs;
  }

  // The generic cell rate algorithm: each refusal is paid for with a time, of which a connection may owe as much as that of two, and so is what is sent
  // without waiting for responses. A flood then waits in the buffers of its sender's system, where a response to each request would take a processor from
  // those who are served.
  #pace(connection: Connection, response: ServerResponse): void {
    const { strangersPerSecond } = this.#bounds;
    const { turns } = connection;
    if (strangersPerSecond !== undefined && (isRefusal(response) || turns?.isWaiting())) {
      connection.paidUntilMs = Math.max(connection.paidUntilMs, performance.now()) + spread(1_000 / strangersPerSecond);
    }
    turns?.goOn();
  }

  // Nothing has moved for the time that is set: the unread time while a request is unfinished, the keep-alive time of Node after one. Node does not see
  // the slow arrival of a request as idleness, and bounds it by itself.
  #onTimeout(socket: Socket): void {
    const connection = this.#connections.get(socket);
    const isIdle = connection?.unfinished === 0 && connection.hasServed;
    if (connection === undefined || isIdle || socket.writableLength > 0) this.#cut(socket);
    else socket.setTimeout(this.#bounds.unreadTimeoutMs);
  }
}

/** Whether a request is still being received: what comes is its body. */
function isReceiving({ newest }: Connection): boolean {
  return newest?.req.complete === false;
}

// A response to what cannot be read would stand where that of an earlier request is expected, or behind one that was the last.
function isOpenToRefusal(connection: Connection | undefined): boolean {
  if (connection === undefined || connection.isEnding) return false;
  const { unfinished, newest } = connection;
  return unfinished === 0 ? !isReceiving(connection) : unfinished === 1 && newest?.headersSent === false;
}

function isRefusal({ statusCode }: ServerResponse): boolean {
  return statusCode >= 400;
}

// Of a different length each time: strangers who began together would else have all their turns together.
function spread(ms: number): number {
  return (0.5 + Math.random()) * ms;
}
