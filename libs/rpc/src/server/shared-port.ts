import type { Server as Http1Server } from "node:http";
import type { Http2Server } from "node:http2";
import { createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { RpcTls } from "../addresses/endpoint-options.ts";

/** The first bytes of every HTTP/2 connection (RFC 9113, 3.4); no HTTP/1.1 method begins with them. */
const http2Preface = "PRI";
// How long a connection may stay without a byte while the port closes.
const silentMs = 1_000;

/**
 * Lets HTTP/1.1 and HTTP/2 share a port, with or without TLS: reads the first bytes of each connection, puts them back, and passes the
 * connection to the server of its protocol. Neither server listens itself.
 */
export class SharedPort {
  readonly #http1: Http1Server;
  readonly #http2: Http2Server;
  readonly #listener: Server;
  /** Connections that have not shown their protocol yet, with the time at which they were accepted. */
  readonly #silent = new Map<Socket, number>();
  readonly #open = new Set<Socket>();
  readonly #greetingTimeoutMs: number;

  constructor(http1: Http1Server, http2: Http2Server, limits: { maxConnections: number; greetingTimeoutMs: number }, tls?: RpcTls) {
    this.#http1 = http1;
    this.#http2 = http2;
    this.#greetingTimeoutMs = limits.greetingTimeoutMs;
    this.#listener = tls === undefined ? this.#plainListener() : this.#secureListener(tls);
    this.#listener.maxConnections = limits.maxConnections;
  }

  async listen(host: string, port: number): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      // Lets the caller try again when the port is taken, without listeners left over from this attempt.
      this.#listener.once("error", (error) => {
        this.#listener.off("listening", resolve);
        reject(error);
      });
      this.#listener.listen(port, host, resolve);
    });
    // The HTTP/1.1 server enforces header, request and idle times only once it believes that it listens.
    this.#http1.emit("listening");
    const address = this.#listener.address();
    return typeof address === "object" && address !== null ? address.port : port;
  }

  /** Accepts no more connections; resolves when the last one has closed. */
  drain(): Promise<void> {
    return new Promise((resolve) => this.#listener.close(() => resolve()));
  }

  /** Closes idle connections. A new one is spared, because its first request may be on its way. */
  closeIdle(): void {
    const sinceMs = performance.now() - silentMs;
    for (const [socket, acceptedMs] of this.#silent) if (acceptedMs < sinceMs) socket.destroy();
    this.#http1.closeIdleConnections();
  }

  closeAll(): void {
    for (const socket of this.#open) socket.destroy();
  }

  #plainListener(): Server {
    return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => this.#greet(socket));
  }

  // When there is an authority, a client without a certificate of it does not complete the handshake.
  #secureListener({ cert, key, ca }: RpcTls): Server {
    const listener = createTlsServer(
      {
        cert,
        key,
        ca,
        requestCert: ca !== undefined,
        rejectUnauthorized: true,
        ALPNProtocols: ["h2", "http/1.1"],
        handshakeTimeout: this.#greetingTimeoutMs,
        allowHalfOpen: true,
        noDelay: true,
      },
      (socket) => this.#greet(socket),
    );
    // Connections in their handshake must also be cut off.
    return listener.on("connection", (socket: Socket) => {
      this.#open.add(socket);
      socket.once("close", () => this.#open.delete(socket));
    });
  }

  #greet(socket: Socket): void {
    this.#open.add(socket);
    this.#silent.set(socket, performance.now());
    const destroy = () => socket.destroy();
    let head = Buffer.alloc(0);
    const read = () => {
      const chunk: Buffer | null = socket.read();
      if (chunk === null) return;
      head = Buffer.concat([head, chunk]);
      const text = head.toString("latin1", 0, http2Preface.length);
      if (text.length < http2Preface.length && http2Preface.startsWith(text)) return;

      this.#silent.delete(socket);
      socket.off("readable", read).off("timeout", destroy).off("end", destroy).off("error", destroy).setTimeout(0);
      socket.unshift(head);
      (text === http2Preface ? this.#http2 : this.#http1).emit("connection", socket);
    };
    socket.on("readable", read).once("timeout", destroy).once("end", destroy).once("error", destroy).setTimeout(this.#greetingTimeoutMs);
    socket.once("close", () => {
      this.#open.delete(socket);
      this.#silent.delete(socket);
    });
  }
}

const turns = 64;

/**
 * Lets a listener accept the connections that are already waiting, before it is closed: each turn of the event loop accepts one, and those
 * still waiting when the socket closes are reset.
 */
export async function drainBacklog(): Promise<void> {
  for (let turn = 0; turn < turns; turn++) await new Promise(setImmediate);
}

/**
 * Calls `closeIdle` every `everyMs`, each time after pending input was read: while the event loop is late, a connection looks idle although
 * its buffer holds a request. Returns a function that stops it.
 */
export function closeIdlePeriodically(everyMs: number, closeIdle: () => void): () => void {
  const sweep = setInterval(() => setImmediate(closeIdle), everyMs);
  return () => clearInterval(sweep);
}
