import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Beginning, BeginningTurns } from "./beginning-turns.ts";
import { ClosingTurns } from "./closing-turns.ts";
import { ConnectionHolders } from "./connection-holders.ts";
import { parseInTurn } from "./parse-in-turn.ts";
import { type Paced, StrangerPace } from "./stranger-pace.ts";

interface ConnectionBounds {
  /** Most connections at the same time. */
  readonly most: number;
  /** Longest time in ms without progress for which a client may leave a response unread. */
  readonly unreadTimeoutMs: number;
  /**
   * The limit of a stranger's connection (one without valid credentials): refused or pipelined requests per second, with a burst of two.
   * Further ones are read later, and so are those beyond two thousand a second of all strangers. Absent: no limit, as behind a proxy that
   * sends many clients' requests on one connection.
   */
  readonly strangersPerSecond?: number | undefined;
  /** Responds to a request that cannot be read or is too slow, if a response may still be written. When absent, the connection is cut. */
  readonly refuseUnreadable?: (error: NodeJS.ErrnoException, socket: Socket) => void;
  /** Whether callers with valid credentials are paced like strangers: on the operators' port, where people send requests one by one. */
  readonly pacesCallers?: true;
}

/**
 * Most unfinished requests (without a complete response) on a caller's connection; a stranger's may have one. Further ones are read once
 * earlier ones are finished. Clients that pipeline keep fewer than ten.
 */
export const mostUnfinished = 16;

// Total over all connections, each of which holds up to 64 KiB: at least 1,000 connections. When it is reached, strangers who send more
// than may be read are cut off.
const mostHeldBytes = 64 * 1024 * 1024;

interface Connection extends Paced, Beginning {
  /** The API key of the last valid credentials on it; undefined for a stranger's connection. */
  holder: string | undefined;
  unfinished: number;
  /** Decides when further bytes of the connection are parsed. */
  turns: ReturnType<typeof parseInTurn> | undefined;
  /** The response of the latest request. */
  newest: ServerResponse | undefined;
  /** Whether a response on it has ended: without a request since, the connection is idle. */
  hasServed: boolean;
  /** Bytes held back until their turn. */
  heldBytes: number;
  /** Whether its last response has been sent: only the rest of that request is still read. */
  isEnding: boolean;
}

/**
 * Bounds the resources that connections of an HTTP server use: their number, the time for which a response stays unread, the unfinished
 * requests of each, the rate of refusals to strangers, and the rate at which strangers' bodies are read. When all connections are taken, a
 * new one replaces the oldest stranger's; if there is none, an idle one of the holder with the most connections.
 */
export class BoundedConnections {
  readonly #bounds: ConnectionBounds;
  readonly #connections = new Map<Socket, Connection>();
  readonly #holders: ConnectionHolders;
  readonly #pace = new StrangerPace();
  readonly #beginnings = new BeginningTurns();
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
        isReceiving: () => isReceiving(connection),
        waitMs: (bytes) => (isReceiving(connection) ? this.#bodyWaitMs(connection, bytes) : this.#requestWaitMs(connection)),
        onHeld: (bytes) => this.#hold(socket, connection, bytes),
      });
    });
    server.on("clientError", (error, socket) => this.#onUnreadable(error, socket as Socket));
    server.setTimeout(bounds.unreadTimeoutMs, (socket: Socket) => this.#onTimeout(socket));
  }

  /** Counts a request until its response has ended. Returns false if it must not be served: its connection is gone or has too many. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return false;
    connection.unfinished++;
    connection.newest = response;
    // Node may find several requests in bytes that looked like one.
    if (connection.unfinished > 2 * mostUnfinished) this.#cut(socket);
    response.once("close", () => {
      connection.hasServed = true;
      connection.unfinished--;
      this.#finished(connection, response);
    });
    return this.#connections.has(socket);
  }

  /** Records that a connection has presented valid credentials: strangers' connections are then closed before it. */
  hold(socket: Socket, holder: string): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.holder === holder) return;
    this.#holders.leave(socket, connection.holder);
    connection.holder = holder;
    this.#holders.enter(socket, holder);
    connection.turns?.goOn();
  }

  /** How many open connections have presented valid credentials, and how many have not. */
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
      hasBegun: undefined,
      paidUntilMs: 0,
      turnAtMs: undefined,
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

  // Replaces Node's own end after a last response, because closing a socket with unread data resets the connection, and the response may be
  // lost. A half-close would not help: the client would reconnect, which costs more than keeping the connection.
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
      // If the response to an earlier request was written meanwhile, another response would belong to no request.
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
    this.#beginnings.leave(connection);
    this.#heldBytes -= connection.heldBytes;
    this.#holders.leave(socket, connection.holder);
  }

  #hold(socket: Socket, connection: Connection, bytes: number): void {
    if (!this.#connections.has(socket)) return;
    this.#heldBytes += bytes - connection.heldBytes;
    connection.heldBytes = bytes;
    if (bytes > 0 && this.#heldBytes > mostHeldBytes && connection.holder === undefined) this.#cut(socket);
  }

  /** How long the next request waits, in ms; `Infinity` while an earlier one is unfinished, or when the connection is ending. */
  #requestWaitMs(connection: Connection): number {
    const { holder, unfinished, isEnding } = connection;
    const { strangersPerSecond, pacesCallers = false } = this.#bounds;
    const isPaced = holder === undefined || pacesCallers;
    if (isEnding || unfinished >= (isPaced ? 1 : mostUnfinished)) return Number.POSITIVE_INFINITY;
    if (!isPaced || strangersPerSecond === undefined) return 0;
    const waitMs = this.#pace.requestWaitMs(connection, strangersPerSecond);
    return this.#beginnings.mayBegin(connection, () => connection.turns?.goOn()) ? waitMs : Number.POSITIVE_INFINITY;
  }

  #bodyWaitMs(connection: Connection, bytes: number): number {
    return connection.holder === undefined ? this.#pace.bodyWaitMs(connection, bytes) : 0;
  }

  #finished(connection: Connection, response: ServerResponse): void {
    const { strangersPerSecond } = this.#bounds;
    const { turns } = connection;
    if (strangersPerSecond !== undefined && (isRefusal(response) || turns?.isWaiting())) this.#pace.charge(connection, strangersPerSecond);
    turns?.goOn();
  }

  // The socket has been idle for its set time: the unread time while a request is unfinished, Node's keep-alive time afterwards. A request
  // that arrives slowly does not count as idle here; Node limits it itself.
  #onTimeout(socket: Socket): void {
    const connection = this.#connections.get(socket);
    const isIdle = connection?.unfinished === 0 && connection.hasServed;
    if (connection === undefined || isIdle || socket.writableLength > 0) this.#cut(socket);
    else socket.setTimeout(this.#bounds.unreadTimeoutMs);
  }
}

/** Whether a request is still being received: the next bytes are its body. */
function isReceiving({ newest }: Connection): boolean {
  return newest?.req.complete === false;
}

// A refusal must not be sent where an earlier request's response is expected, or after the last response.
function isOpenToRefusal(connection: Connection | undefined): boolean {
  if (connection === undefined || connection.isEnding) return false;
  const { unfinished, newest } = connection;
  return unfinished === 0 ? !isReceiving(connection) : unfinished === 1 && newest?.headersSent === false;
}

function isRefusal({ statusCode }: ServerResponse): boolean {
  return statusCode >= 400;
}
