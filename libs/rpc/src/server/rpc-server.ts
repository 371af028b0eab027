import { createServer as createHttp1Server, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { Http2ServerResponse } from "node:http2";
import { constants, createServer as createHttp2Server, type ServerHttp2Session } from "node:http2";
import { compressionBrotli, compressionGzip, connectNodeAdapter } from "@connectrpc/connect-node";
import type { RpcTls } from "../addresses/endpoint-options.ts";
import { streamsPerConnection } from "../callers/stream-caller.ts";
import type { ServiceRegistration } from "../served/service-registration.ts";
import { closeIdlePeriodically, drainBacklog, SharedPort } from "./shared-port.ts";
import { Standstill } from "./standstill.ts";
import { longestTimeoutMs, unaryFastPath } from "./unary-fast-path.ts";

export interface RpcServerOptions {
  readonly registrations: readonly ServiceRegistration[];
  /** Address to listen on, for example `0.0.0.0`. */
  readonly host: string;
  /** 0 picks a free one. */
  readonly port: number;
  /** When set, the port speaks only TLS. */
  readonly tls?: RpcTls | undefined;
  /** Largest request and largest response, each message of a stream by itself; 4 MiB. */
  readonly maxMessageBytes?: number;
  /** Most connections at a time; further ones are refused. 8,192. */
  readonly maxConnections?: number;
  /** Most calls at a time on one HTTP/2 connection; 2,048. */
  readonly maxStreams?: number;
  /** How long the head of a request may take to arrive; 10 s. */
  readonly headTimeoutMs?: number;
  /** How long a whole request may take to arrive; 60 s. */
  readonly requestTimeoutMs?: number;
  /** How long an idle connection is kept; 65 s: longer than callers keep theirs, so that it is the callers who close. */
  readonly idleTimeoutMs?: number;
}

export interface RpcServer {
  /** Returns the port. */
  listen(): Promise<number>;
  /** `http://host:port` once it listens, https with TLS. */
  readonly address: string;
  /** Accepts no new connections, finishes every running call, then closes; after `graceMs` running calls are cut off. */
  close(graceMs: number): Promise<void>;
}

// While the server closes, a kept connection may be used again within this time; its response says that it was the last.
const lastCallMs = 100;

/**
 * Serves the registrations on one port: Connect, gRPC and gRPC-Web, over HTTP/1.1 and HTTP/2. Unary Connect calls in binary take the fast
 * path, everything else goes through Connect's own adapter.
 */
export function createRpcServer(options: RpcServerOptions): RpcServer {
  const { host, registrations, maxMessageBytes = 4 * 1024 * 1024, maxConnections = 8_192, maxStreams = streamsPerConnection } = options;
  const { headTimeoutMs = 10_000, requestTimeoutMs = 60_000, idleTimeoutMs = 65_000 } = options;
  const standstill = new Standstill();
  const fastPath = unaryFastPath(registrations, maxMessageBytes, standstill);
  const adapter = connectAdapter(registrations, maxMessageBytes);
  const sessions = new Set<ServerHttp2Session>();
  let closing = false;
  let listeningPort: number | undefined;

  const http1 = createHttp1Server(
    {
      headersTimeout: headTimeoutMs,
      requestTimeout: requestTimeoutMs,
      keepAliveTimeout: idleTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    (request, response) => {
      if (closing) response.setHeader("connection", "close");
      if (fastPath(request, response)) return;
      drainWhenUnread(request, response);
      acceptPlain(request.headers);
      adapter(request, response);
    },
  );
  const http2 = createHttp2Server({ settings: { maxConcurrentStreams: maxStreams } }, (request, response) => {
    // The counterpart of HTTP/1.1's `requestTimeout`: the body must not stall.
    request.setTimeout(requestTimeoutMs, () => request.stream.close(constants.NGHTTP2_CANCEL));
    request.once("end", () => request.setTimeout(0));
    if (fastPath(request, response)) return;
    readableGrpcMessages(response);
    acceptPlain(request.headers);
    adapter(request, response);
  });
  http2.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
    session.setTimeout(idleTimeoutMs, () => session.close());
  });
  const port = new SharedPort(http1, http2, { maxConnections, greetingTimeoutMs: headTimeoutMs }, options.tls);

  return {
    async listen() {
      listeningPort = await port.listen(host, options.port);
      return listeningPort;
    },
    get address() {
      if (listeningPort === undefined) throw new Error("The RPC server does not listen yet.");
      return `${options.tls === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${listeningPort}`;
    },
    async close(graceMs) {
      await drainBacklog();
      // Ends the Watches only now: callers that are told to close would open new connections until the listener is gone.
      closing = true;
      const drained = port.drain();
      for (const registration of registrations) registration.close?.();
      for (const session of sessions) session.close();
      const endClosing = closeIdlePeriodically(Math.min(lastCallMs, graceMs), () => port.closeIdle());
      const cut = setTimeout(() => port.closeAll(), graceMs);
      await drained;
      endClosing();
      clearTimeout(cut);
      http1.close();
      standstill.end();
    },
  };
}

/**
 * The adapter stops reading a body that is too large. Node would then leave its rest in front of the connection's next request forever, so
 * the rest is read and discarded.
 */
function drainWhenUnread(request: IncomingMessage, response: ServerResponse): void {
  request[Symbol.asyncIterator] = () => request.iterator({ destroyOnReturn: false });
  response.once("finish", () => request.resume());
}

/**
 * Lets a caller that names no encodings get plain answers. The adapter would answer in the encoding of the request, which a gRPC client need
 * not read: tonic's reads only the encodings that it was configured to accept.
 */
function acceptPlain(headers: IncomingHttpHeaders): void {
  for (const name of ["accept-encoding", "connect-accept-encoding", "grpc-accept-encoding"]) headers[name] ??= "identity";
}

function connectAdapter(registrations: readonly ServiceRegistration[], maxMessageBytes: number): ReturnType<typeof connectNodeAdapter> {
  const byName = new Map(registrations.map((registration) => [registration.service.typeName, registration]));
  return connectNodeAdapter({
    routes: (router) => {
      for (const registration of registrations) registration.route(router);
    },
    // The token is checked before the body is read, so that a caller without one costs no more than a head.
    requestGate: ({ service, method, requestHeader }) =>
      byName.get(service.typeName)?.admit(method, requestHeader.get("authorization") ?? undefined),
    readMaxBytes: maxMessageBytes,
    writeMaxBytes: maxMessageBytes,
    maxTimeoutMs: longestTimeoutMs,
    // For foreign callers alone, of which some compress every request: our own clients neither send nor accept compressed messages, because
    // between machines of one cluster compression costs more than it saves. `readMaxBytes` bounds the unpacked size.
    acceptCompression: [compressionGzip, compressionBrotli],
  });
}

const name = "grpc-message";
// gRPC percent-encodes everything but visible ASCII, and the percent sign itself.
const encoded = /[^ -$&-~]+/gu;

/**
 * Sends the messages of gRPC failures in gRPC's encoding. Connect's adapter encodes every punctuation mark, which some clients, such as
 * @grpc/grpc-js, do not decode: their users would read `%3A` for each colon.
 */
function readableGrpcMessages(response: Http2ServerResponse): void {
  const addTrailers = response.addTrailers.bind(response);
  response.addTrailers = (trailers) => {
    const message = trailers[name];
    addTrailers(typeof message === "string" ? { ...trailers, [name]: readable(message) } : trailers);
  };
}

function readable(message: string): string {
  return decodeURIComponent(message).replace(encoded, encodeURIComponent);
}
