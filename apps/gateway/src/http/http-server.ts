import type { IncomingHttpHeaders } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { BoundedConnections, type Host, mostUnfinished, observedGauge } from "@parley/runtime";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type Credential, scopeOf } from "../credentials/credential.ts";
import { pathsOf, type Route } from "../operations/operation.ts";
import type { Answer } from "../request/exchange.ts";
import { letArrive } from "./arrivals.ts";
import { failureOfFastify } from "./fastify-failure.ts";
import { addRoutes, type HttpRoute, methodsByPath } from "./http-route.ts";
import { keepAliveHeader, keepAliveMs } from "./keep-alive.ts";
import { close, endsConnection, listen } from "./listen.ts";
import { takeProxyHeaders } from "./proxy-protocol.ts";
import { type AtOnceOptions, refuseAtOnce } from "./refuse-at-once.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import { deferContinue } from "./request-body.ts";
import { everywhere, failureOfHead, looksForReference, pathOf, refuseExpectation, requestIdOf } from "./request-head.ts";
import type { RequestRecord } from "./request-record.ts";
import type { GatewayConfig } from "./settings.ts";
import { sendStream } from "./stream-response.ts";

interface HttpServerOptions extends Pick<AtOnceOptions, "answerError" | "refusedAgain"> {
  /** The routes of the request handler. */
  readonly routes: readonly Route[];
  /** Whom a request acts for, as far as its head shows; empty for a stranger's. */
  readonly callerOf: (headers: IncomingHttpHeaders) => string;
  readonly record: RequestRecord;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The credential of the request, once it has been checked. */
    credential: Credential | undefined;
  }
}

// Of one connection without valid credentials: more than somebody makes who looks for a mistake.
const strangersPerSecond = 10;
// A client on a busy machine may take this long to send the next request on a kept connection.
const lastCallMs = 1_000;

/** The gateway's HTTP: heads, connections and responses. Whatever else happens to a request is its route's. */
export class HttpServer {
  readonly connections: BoundedConnections;
  readonly #host: Host;
  readonly #config: GatewayConfig;
  readonly #options: HttpServerOptions;
  readonly #fastify: FastifyInstance;
  #routes: readonly HttpRoute[] = [];

  constructor(host: Host, config: GatewayConfig, options: HttpServerOptions) {
    this.#host = host;
    this.#config = config;
    this.#options = options;
    this.#fastify = fastifyOf(config, (error, request, reply) => this.#refuse(error, request, reply));
    const { server } = this.#fastify;
    const { maxConnections: most, unreadTimeoutMs, proxyHops } = config;
    this.connections = new BoundedConnections(server, {
      most,
      unreadTimeoutMs,
      strangersPerSecond: proxyHops === 0 ? strangersPerSecond : undefined,
      refuseUnreadable,
    });
    server.on("checkExpectation", (request, response) => {
      if (this.connections.begin(request, response)) refuseExpectation(request, response);
    });
    deferContinue(server);
  }

  /** All routes. To be called once, before it listens. */
  serve(routes: readonly HttpRoute[]): void {
    this.#routes = routes;
    const allowed = methodsByPath(routes);
    const headers = { ...everywhere, ...keepAliveHeader(this.#host.shutdownDelayMs) };
    this.#fastify.addHook("onRequest", (request, reply, done) => {
      reply.headers({ ...headers, "x-request-id": request.id });
      if (allowed.has("/docs") && looksForReference(request)) reply.redirect("/docs");
      else done(failureOfHead(request, reply, allowed.get(pathOf(request))));
    });
    this.#fastify.addHook("onResponse", (request, reply, done) => {
      this.#options.record.ended(request, reply.statusCode, reply.elapsedTime);
      done();
    });
    this.#letArrive(headers);
    addRoutes(this.#fastify, routes);
    this.#describe();
  }

  /** Sends the response of a request. */
  send(reply: FastifyReply, { status, body, headers, stream, lasts }: Answer): FastifyReply {
    reply.code(status).headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
    // Even while it waits for load balancers to notice that it stops: closing the connection later might cut off a request.
    if (this.#endsConnection()) reply.header("connection", "close").removeHeader("keep-alive");
    if (headers !== undefined) reply.headers(headers);
    if (stream === undefined) return reply.send(body);
    const { streamTimeoutMs, changesStreamMs } = this.#config;
    // One that lasts has ended by then; only a reader that reads too little of it is left.
    return sendStream(reply, stream, streamTimeoutMs + (lasts ? changesStreamMs : 0));
  }

  /** Listens, and returns the port. */
  listen(): Promise<number> {
    if (this.#config.proxyProtocol) takeProxyHeaders(this.#fastify.server, { most: this.#config.maxConnections });
    return listen(this.#fastify, this.#host.listenAddress, this.#config.port);
  }

  close(): Promise<void> {
    return close(this.#fastify, { lastCallMs, cutMs: this.#host.shutdownGraceMs });
  }

  #letArrive(headers: Readonly<Record<string, string>>): void {
    const { maxBodyBytes, proxyHops } = this.#config;
    letArrive(this.#fastify.server, {
      connections: this.connections,
      callerOf: this.#options.callerOf,
      refuse: refuseAtOnce({
        ...this.#options,
        routesByPath: new Map(this.#options.routes.flatMap((route) => pathsOf(route).map((path) => [path, route] as const))),
        headers,
        maxBodyBytes,
        addressOf: (request) => proxyAddr(request, isTrustedBy(proxyHops)),
        ending: () => this.#endsConnection(),
        onKnown: ({ socket }, by) => this.connections.hold(socket, scopeOf(by)),
      }),
    });
  }

  #refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // Also when no hook has run: a path that cannot be decoded is refused before any.
    reply.headers({ ...everywhere, "x-request-id": request.id });
    const path = pathOf(request);
    const failure = failureOfFastify(error, request.routeOptions?.bodyLimit ?? this.#config.maxBodyBytes);
    const { errorCode } = this.#routes.find((route) => route.path === path) ?? {};
    return this.send(reply, this.#options.answerError(failure, { requestId: request.id, path, errorCode }));
  }

  #describe(): void {
    const bounds = { unreadTimeoutMs: this.#config.unreadTimeoutMs, unfinishedRequests: mostUnfinished };
    const described = this.#routes.map(({ method, path, openTo, bodyBytes }) => ({
      route: `${method} ${path}`,
      openTo,
      bodyBytes,
      ...bounds,
    }));
    this.#host.ops("GET", "/routes", async () => ({ routes: described }));
    const help = "Open connections, of callers with valid credentials and of strangers.";
    observedGauge(this.#host.metrics, "parley_http_connections", help, ["of"], (set) => {
      const { held, strangers } = this.connections.count();
      set({ of: "callers" }, held);
      set({ of: "strangers" }, strangers);
    });
  }

  #endsConnection(): boolean {
    return endsConnection(this.#fastify, this.#host.health.ready());
  }
}

function isTrustedBy(hops: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < hops;
}

type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;

function fastifyOf({ maxBodyBytes, receiveTimeoutMs, proxyHops }: GatewayConfig, refuse: Refuse): FastifyInstance {
  const fastify = Fastify({
    bodyLimit: maxBodyBytes,
    logger: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
    // While stopping, requests on open connections are served, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    keepAliveTimeout: keepAliveMs,
    requestTimeout: receiveTimeoutMs,
    connectionTimeout: 0,
    trustProxy: isTrustedBy(proxyHops),
    // The gateway itself refuses a request without one, in its own envelope. Fastify sets its request time-out after Node has set its
    // longer one for the head; Node then mistakes the one for the other.
    http: {
      requireHostHeader: false,
      requestTimeout: receiveTimeoutMs,
      headersTimeout: receiveTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    frameworkErrors: refuse,
    // `BoundedConnections` refuses what cannot be read.
    clientErrorHandler: () => undefined,
  });
  fastify.decorateRequest("credential", undefined);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  fastify.setErrorHandler(refuse);
  return fastify;
}
