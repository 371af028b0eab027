import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import proxyAddr from "@fastify/proxy-addr";
import { BoundedConnections, type Host, mostUnfinished, observedGauge, readAheadBytes } from "@parley/runtime";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type Credential, scopeOf } from "../credentials/credential.ts";
import type { Admission } from "../load/admission.ts";
import { Arrivals } from "../load/arrivals.ts";
import type { FairQueue } from "../load/fair-queue.ts";
import { pathsOf, type Route } from "../operations/operation.ts";
import type { AnswerError } from "../request/error-envelope.ts";
import type { Answer } from "../request/exchange.ts";
import { failureOfFastify } from "./fastify-failure.ts";
import { addRoutes, type HttpRoute, methodsByPath } from "./http-route.ts";
import { close, keepAliveHeader, keepAliveMs, listen } from "./listen.ts";
import { takeProxyHeaders } from "./proxy-protocol.ts";
import { refuseUnreadable } from "./refuse-unreadable.ts";
import { deferContinue } from "./request-body.ts";
import {
  everywhere,
  failureOfExpectation,
  failureOfHead,
  headersOfAnswer,
  looksForReference,
  pathOf,
  requestIdOf,
} from "./request-head.ts";
import type { RequestRecord } from "./request-record.ts";
import type { GatewayConfig } from "./settings.ts";
import { shedAtOnce } from "./shed-at-once.ts";
import { sendStream } from "./stream-response.ts";

interface HttpServerOptions {
  readonly answerError: AnswerError;
  /** The routes that the request handler serves. */
  readonly routes: readonly Route[];
  readonly admission: Pick<Admission, "shed">;
  readonly queue: Pick<FairQueue, "isShared">;
  /** The tenant named by a request's head; empty for a stranger. */
  readonly callerOf: (headers: IncomingHttpHeaders) => string;
  readonly record: RequestRecord;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The credential of the request, once it has been checked. */
    credential: Credential | undefined;
    isShed: boolean;
    /** How long the first part of a stream took, in ms. */
    firstPartMs: number | undefined;
  }
}

// More requests without valid credentials on one connection than a person sends while looking for a mistake.
const strangersPerSecond = 10;
// How long, in ms, a closing gateway waits for one more request on an idle connection.
const lastCallMs = 1_000;
// ms. Node closes the connections that became too slow since its last look in one turn of the event loop: 70 ms for the 3,000 of a second.
const connectionsCheckingInterval = 50;

/** The gateway's HTTP server: heads, connections and responses. Everything else about a request belongs to its route. */
export class HttpServer {
  readonly connections: BoundedConnections;
  readonly #host: Host;
  readonly #config: GatewayConfig;
  readonly #options: HttpServerOptions;
  readonly #fastify: FastifyInstance;
  #routes: readonly HttpRoute[] = [];
  #shed: ReturnType<typeof shedAtOnce> | undefined;
  #closing = false;

  constructor(host: Host, config: GatewayConfig, options: HttpServerOptions) {
    this.#host = host;
    this.#config = config;
    this.#options = options;
    const refuse: Refuse = (error, request, reply) => this.#refuse(error, request, reply);
    this.#fastify = fastifyOf(config, refuse, this.#arriving());
    const { server } = this.#fastify;
    const { maxConnections: most, unreadTimeoutMs, proxyHops } = config;
    this.connections = new BoundedConnections(server, {
      most,
      unreadTimeoutMs,
      strangersPerSecond: proxyHops === 0 ? strangersPerSecond : undefined,
      refuseUnreadable,
    });
    server.on("checkExpectation", (request, response) => {
      if (this.connections.begin(request, response)) this.#refuseExpectation(request, response);
    });
    deferContinue(server);
  }

  /** Adds all routes. To be called once, before listening. */
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
      this.#options.record.ended(request, reply.statusCode, reply.elapsedTime, request.firstPartMs);
      done();
    });
    addRoutes(this.#fastify, routes);
    this.#shed = this.#shedding(headers);
    this.#describe();
  }

  /** Sends the response of a request. */
  send(reply: FastifyReply, { status, body, headers, stream, lasts, shed = false }: Answer): FastifyReply {
    reply.request.isShed = shed;
    reply.code(status).headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
    // Connections are ended from the moment when load balancers are to notice the shutdown: closing a connection later might cut off a
    // request.
    if (this.#endsConnection()) reply.header("connection", "close").removeHeader("keep-alive");
    if (headers !== undefined) reply.headers(headers);
    if (stream === undefined) return reply.send(body);
    const { streamTimeoutMs, changesStreamMs } = this.#config;
    // A lasting stream ends by itself before this time. Only a reader that is too slow is cut off.
    const cutMs = streamTimeoutMs + (lasts ? changesStreamMs : 0);
    return sendStream(reply, stream, cutMs, () => {
      reply.request.firstPartMs = reply.elapsedTime;
    });
  }

  /** Listens, and returns the port. */
  listen(): Promise<number> {
    if (this.#config.proxyProtocol) takeProxyHeaders(this.#fastify.server, { most: this.#config.maxConnections });
    return listen(this.#fastify, this.#host.listenAddress, this.#config.port);
  }

  close(): Promise<void> {
    this.#closing = true;
    return close(this.#fastify, { lastCallMs, cutMs: this.#host.shutdownGraceMs });
  }

  #shedding(headers: Readonly<Record<string, string>>): ReturnType<typeof shedAtOnce> {
    const { maxBodyBytes, proxyHops } = this.#config;
    return shedAtOnce({
      ...this.#options,
      routesByPath: new Map(this.#options.routes.flatMap((route) => pathsOf(route).map((path) => [path, route] as const))),
      headers,
      maxBodyBytes,
      addressOf: (request) => proxyAddr(request, isTrustedBy(proxyHops)),
      ending: () => this.#endsConnection(),
      onKnown: ({ socket }, by) => this.connections.hold(socket, scopeOf(by)),
    });
  }

  /** Runs before Fastify: each request waits for its turn, unless it is shed. */
  #arriving(): Arrive {
    const { queue, callerOf } = this.#options;
    const arrivals = new Arrivals((tenant) => queue.isShared(tenant));
    return (request, response, serve) => {
      if (!this.connections.begin(request, response)) return;
      arrivals.enter(callerOf(request.headers), request, () => {
        if (!this.#shed?.(request, response)) serve(request, response);
      });
    };
  }

  #refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    // The headers are set here because Fastify refuses a path that cannot be decoded before any hook runs.
    reply.headers({ ...everywhere, "x-request-id": request.id });
    const failure = failureOfFastify(error, request.routeOptions?.bodyLimit ?? this.#config.maxBodyBytes);
    return this.send(reply, this.#answerTo(request, request.id, failure));
  }

  #refuseExpectation(request: IncomingMessage, response: ServerResponse): void {
    const id = requestIdOf(request.headers);
    const { status, headers, body } = this.#answerTo({ url: request.url ?? "" }, id, failureOfExpectation(request));
    response.writeHead(status, { ...headersOfAnswer(id), ...headers }).end(body);
  }

  #answerTo(request: Pick<FastifyRequest, "url">, requestId: string, error: unknown): Answer {
    const path = pathOf(request);
    const { errorCode, openTo } = this.#routes.find((route) => route.path === path) ?? {};
    return this.#options.answerError(error, { requestId, path, errorCode, openTo });
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

  /** Whether a response tells its client not to use the connection again. */
  #endsConnection(): boolean {
    if (!this.#fastify.server.listening) return true;
    // A closing server does not tell its clients to close their connections. A client that learned it now would open a new connection while
    // the listener closes, and the new connection would be reset.
    return !this.#closing && !this.#host.health.ready();
  }
}

function isTrustedBy(hops: number): (address: string, hop: number) => boolean {
  return (_address, hop) => hop < hops;
}

type Refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void;
type Serve = (request: IncomingMessage, response: ServerResponse) => void;
type Arrive = (request: IncomingMessage, response: ServerResponse, serve: Serve) => void;

function fastifyOf({ maxBodyBytes, receiveTimeoutMs, proxyHops }: GatewayConfig, refuse: Refuse, arrive: Arrive): FastifyInstance {
  const fastify = Fastify({
    bodyLimit: maxBodyBytes,
    logger: false,
    genReqId: ({ headers }) => requestIdOf(headers),
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
    // While stopping, requests on open connections are served, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    trustProxy: isTrustedBy(proxyHops),
    serverFactory: (serve) => serverOf(receiveTimeoutMs, (request, response) => arrive(request, response, serve)),
    frameworkErrors: refuse,
    // `BoundedConnections` refuses unreadable requests.
    clientErrorHandler: () => undefined,
  });
  fastify.decorateRequest("credential", undefined);
  fastify.decorateRequest("isShed", false);
  fastify.decorateRequest("firstPartMs", undefined);
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  fastify.setErrorHandler(refuse);
  return fastify;
}

function serverOf(receiveTimeoutMs: number, onRequest: Serve): Server {
  const bounds = { requestTimeout: receiveTimeoutMs, headersTimeout: receiveTimeoutMs, connectionsCheckingInterval };
  // The gateway refuses a request without a host itself, in its own error format.
  return createServer({ ...bounds, highWaterMark: readAheadBytes, keepAliveTimeout: keepAliveMs, requireHostHeader: false }, onRequest);
}
