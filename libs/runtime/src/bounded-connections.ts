import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { wipePipeline } from "./wipe-pipeline.ts";

interface ConnectionBounds {
  /** Most connections at the same time. */
  readonly most: number;
  /** Longest time in ms without progress for which a client may leave a response unread. */
  readonly unreadTimeoutMs: number;
  /**
   * How many requests a second of each stranger's connection are refused, with 16 at once; what it sends beyond that is read later. Absent: no limit, as
   * behind a proxy that sends the requests of many on one connection.
   */
  readonly refusalsPerSecond?: number | undefined;
}

/**
 * Most requests of one connection that have no complete response yet. Clients that pipeline at all keep fewer than ten; each takes memory until those
 * before it have been read.
 */
export const mostUnfinished = 16;

interface Connection {
  /** Whose valid credentials came last on it; undefined for a stranger's. */
  holder: string | undefined;
  unfinished: number;
  /** The response of the request that began last. */
  newest: ServerResponse | undefined;
  /** Whether a response of it has ended: what has no request since is idle. */
  hasServed: boolean;
  /** Until when its refusals are paid for. */
  paidUntilMs: number;
  /** Set while nothing of it is read. */
  pause: NodeJS.Timeout | undefined;
}

/**
 * Bounds what the connections of an HTTP server may take, whatever is requested on them: their number, the time for which a response stays unread, and
 * the requests of each that are unfinished. When all connections are taken, a new one takes the place of a stranger's: the oldest on which no valid
 * credentials have come; without any, of an idle one of whoever has most.
 */
export class BoundedConnections {
  readonly #bounds: ConnectionBounds;
  readonly #connections = new Map<Socket, Connection>();
  /** The sockets of each holder, the oldest first. */
  readonly #ofHolders = new Map<string | undefined, Set<Socket>>();
  /** Requests of strangers that are unfinished. */
  #unfinishedOfStrangers = 0;

  constructor(server: Server, bounds: ConnectionBounds) {
    this.#bounds = bounds;
    server.prependListener("connection", (socket: Socket) => this.#open(socket));
    // After Node's own listener: before it, Node would hand what it reads to its parser alone.
    server.on("connection", (socket: Socket) => {
      socket.prependListener("data", (chunk: Buffer) => wipePipeline(chunk, mostUnfinished));
    });
    server.prependListener("clientError", (_error: Error, socket: Socket) => {
      if (!isOpenToRefusal(this.#connections.get(socket))) this.#cut(socket);
    });
    server.setTimeout(bounds.unreadTimeoutMs, (socket: Socket) => this.#onTimeout(socket));
  }

  /** Counts a request until its response has ended. False: its connection has too many, or is gone; it must not be served. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return false;
    this.#count(connection, 1);
    connection.newest = response;
    if (connection.unfinished > mostUnfinished) this.#cut(socket);
    // On average each stranger has one.
    else if (this.#unfinishedOfStrangers > this.#bounds.most) this.#cutOldest(undefined);
    response.once("close", () => {
      connection.hasServed = true;
      this.#count(connection, -1);
      if (connection.holder === undefined && response.statusCode >= 400) this.#pace(socket, connection);
    });
    return this.#connections.has(socket);
  }

  /** Valid credentials have come on a connection: it is not closed for want of room before those of strangers. */
  hold(socket: Socket, holder: string): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined || connection.holder === holder) return;
    this.#leave(socket, connection);
    connection.holder = holder;
    this.#enter(socket, connection);
  }

  /** How many are open, on which valid credentials have come, and on which none have. */
  count(): { readonly held: number; readonly strangers: number } {
    const strangers = this.#ofHolders.get(undefined)?.size ?? 0;
    return { held: this.#connections.size - strangers, strangers };
  }

  #open(socket: Socket): void {
    if (this.#connections.size >= this.#bounds.most && !this.#makeRoom()) return void socket.destroy();
    const connection: Connection = {
      holder: undefined,
      unfinished: 0,
      newest: undefined,
      hasServed: false,
      paidUntilMs: 0,
      pause: undefined,
    };
    this.#connections.set(socket, connection);
    this.#enter(socket, connection);
    socket.once("close", () => this.#forget(socket));
  }

  // The oldest of strangers, else an idle one of whoever has most, else the oldest of a holder that has more than half of all. Of these alone, holders that
  // have half each, as two API keys of one customer may, would shut out everybody else.
  #makeRoom(): boolean {
    if (this.#cutOldest(undefined)) return true;
    const [holder, sockets] = [...this.#ofHolders].reduce((most, each) => (each[1].size > most[1].size ? each : most));
    const idle = [...sockets].find((socket) => this.#connections.get(socket)?.unfinished === 0);
    if (idle === undefined || sockets.size === 1) return sockets.size > this.#bounds.most / 2 && this.#cutOldest(holder);
    this.#cut(idle);
    return true;
  }

  #cutOldest(holder: string | undefined): boolean {
    const [oldest] = this.#ofHolders.get(holder) ?? [];
    if (oldest !== undefined) this.#cut(oldest);
    return oldest !== undefined;
  }

  #cut(socket: Socket): void {
    socket.destroy();
    this.#forget(socket);
  }

  #forget(socket: Socket): void {
    const connection = this.#connections.get(socket);
    if (connection === undefined) return;
    this.#connections.delete(socket);
    this.#leave(socket, connection);
    // What is still unfinished of it counts for nobody.
    connection.holder = "";
  }

  #enter(socket: Socket, connection: Connection): void {
    const sockets = this.#ofHolders.get(connection.holder);
    if (sockets === undefined) this.#ofHolders.set(connection.holder, new Set([socket]));
    else sockets.add(socket);
    if (connection.holder === undefined) this.#unfinishedOfStrangers += connection.unfinished;
  }

  #leave(socket: Socket, connection: Connection): void {
    const sockets = this.#ofHolders.get(connection.holder);
    sockets?.delete(socket);
    if (sockets?.size === 0) this.#ofHolders.delete(connection.holder);
    if (connection.holder === undefined) this.#unfinishedOfStrangers -= connection.unfinished;
  }

  #count(connection: Connection, change: 1 | -1): void {
    connection.unfinished += change;
    if (connection.holder === undefined) this.#unfinishedOfStrangers += change;
  }

  // The generic cell rate algorithm: each refusal is paid for with a time, of which a connection may owe as much as that of 16. A flood then waits in the
  // buffers of its sender's system, where a refusal of each request would take a processor from those who are served.
  #pace(socket: Socket, connection: Connection): void {
    const { refusalsPerSecond } = this.#bounds;
    if (refusalsPerSecond === undefined) return;
    const [nowMs, eachMs] = [performance.now(), 1_000 / refusalsPerSecond];
    connection.paidUntilMs = Math.max(connection.paidUntilMs, nowMs) + eachMs;
    if (connection.paidUntilMs - nowMs > mostUnfinished * eachMs) this.#pause(socket, connection, eachMs);
  }

  #pause(socket: Socket, connection: Connection, eachMs: number): void {
    // Node reads again with each request that it has parsed already.
    socket.pause();
    connection.pause ??= setTimeout(() => {
      connection.pause = undefined;
      if (connection.paidUntilMs - performance.now() > (mostUnfinished - 1) * eachMs) this.#pause(socket, connection, eachMs);
      else socket.resume();
    }, eachMs);
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

// A response to what cannot be read would stand where that of an earlier request is expected, or behind one that was the last.
function isOpenToRefusal(connection: Connection | undefined): boolean {
  if (connection === undefined) return false;
  return connection.unfinished === 0 || (connection.unfinished === 1 && connection.newest?.headersSent === false);
}
