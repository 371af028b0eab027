import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import proxyAddr from "@fastify/proxy-addr";
import { BoundedConnections } from "@parley/runtime";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { type Credential, scopeOf } from "../credentials/credential.ts";
import type { Page } from "../docs/page.ts";
import { pageResponse } from "../docs/page-response.ts";
import type { Admitted, RefusedAgain, RequestHead, SeenHead } from "../load/admission.ts";
import { pathsOf, type Route } from "../operations/operation.ts";
import { answerError } from "../request/error-envelope.ts";
import type { Answer } from "../request/exchange.ts";
import { letArrive } from "./arrivals.ts";
import { refusalOfFastify, unsupportedType } from "./fastify-refusal.ts";
import { type Form, formRoutes } from "./forms.ts";
import { addRoutes, type HttpRoute, methodsByPath } from "./http-route.ts";
import { keepAliveHeader, keepAliveMs } from "./keep-alive.ts";
import { endsConnection } from "./listen.ts";
import { refuseAtOnce } from "./refuse-at-once.ts";
import { deferContinue, mostBytes, sendContinue } from "./request-body.ts";
import { everywhere, looksForReference, pathOf, refusalOfHead, refuseExpectation, refuseUnreadable, requestIdOf } from "./request-head.ts";
import type { SeenRequest } from "./request-record.ts";

interface HttpServerOptions {
  /** The routes for POST. */
  readonly routes: readonly Route[];
  readonly pages: readonly Page[];
  readonly forms: readonly Form[];
  /** Of the console; empty when it is switched off. */
  readonly console: readonly HttpRoute[];
  /** Whether the gateway is ready for requests. */
  readonly ready: () => boolean;
  /** How long it keeps serving requests after it has been told to stop. */
  readonly shutdownDelayMs: number;
  readonly maxBodyBytes: number;
  /** Most connections at the same time; a further one takes the place of a stranger's, or is closed at once. */
  readonly maxConnections: number;
  /** How many proxies in front are trusted to say where a request comes from. */
  readonly proxyHops: number;
  /** Longest time for which a client may read nothing of a response. */
  readonly unreadTimeoutMs: number;
  /** Longest that a request takes to arrive, head and body. */
  readonly receiveTimeoutMs: number;
  /** Longest time of a streaming response, read or not. */
  readonly streamTimeoutMs: number;
  /** Whom a request acts for, as far as its head shows; empty for a stranger's. */
  readonly callerOf: (headers: IncomingHttpHeaders) => string;
  /** Admits a request of a known route before its body is read, or refuses it. `onKnown` is called with its credential. */
  readonly admit: (route: Route, head: RequestHead, onKnown: (by: Credential) => void) => Promise<Admitted>;
  /** The refusal of a request that `admit` would only refuse again, as it did a moment ago. */
  readonly refusedAgain: (route: Route, head: SeenHead) => RefusedAgain | undefined;
  /** Serves an admitted request. */
  readonly serve: (route: Route, request: HttpRequest) => Promise<Answer>;
  /** Called for every request that ends, for the log and the metrics; `request.credential` says whom it acted for. */
  readonly onEnd: (request: SeenRequest, status: number, durationMs: number) => void;
  /** Called instead for every request that was refused again. */
  readonly onRefusedAtOnce: (request: SeenRequest, status: number) => void;
  readonly onBug: (error: unknown, requestId: string) => void;
  /** Called once with all routes, and what counts the connections. */
  readonly onServed: (routes: readonly HttpRoute[], connections: Pick<BoundedConnections, "count">) => void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** The credential of the request, once it has been checked. */
    credential: Credential | undefined;
    /** The work for the request, once it has been admitted and its body has arrived. */
    work: Promise<unknown> | undefined;
  }
}

export interface HttpRequest {
  readonly headers: FastifyRequest["headers"];
  /** The client's address. */
  readonly address: string;
  readonly credential: Credential;
  readonly body: Buffer;
  readonly requestId: string;
  /** Aborted when the client has disconnected. */
  readonly signal: AbortSignal;
}

const noBody = Buffer.alloc(0);

/** The gateway's HTTP: everything about a request before its operation sees it. */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { routes, maxBodyBytes, receiveTimeoutMs, maxConnections: most, unreadTimeoutMs } = options;
  const routesByPath = new Map(routes.flatMap((route) => pathsOf(route).map((path) => [path, route] as const)));
  const isTrusted = (_address: string, hop: number) => hop < options.proxyHops;
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    answerRefusal(options, routesByPath.get(pathOf(request)), { error, request, reply });
  const server = Fastify({
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
    trustProxy: isTrusted,
    // The gateway itself refuses a request without one, in its own envelope. Fastify sets its request time-out after Node has set its
    // longer one for the head; Node then mistakes the one for the other.
    http: {
      requireHostHeader: false,
      requestTimeout: receiveTimeoutMs,
      headersTimeout: receiveTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    frameworkErrors: refuse,
    clientErrorHandler: refuseUnreadable,
  });
  const connections = new BoundedConnections(server.server, { most, unreadTimeoutMs });
  const served = servedRoutes(options, connections);
  const allowed = methodsByPath(served);

  server.decorateRequest("credential", undefined);
  server.decorateRequest("work", undefined);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  server.addHook("onRequest", (request, reply, done) => {
    reply.headers({ ...everywhere, ...keepAliveHeader(options.shutdownDelayMs), "x-request-id": request.id });
    if (allowed.has("/docs") && looksForReference(request)) reply.redirect("/docs");
    else done(refusalOfHead(request, reply, allowed.get(pathOf(request))));
  });
  server.addHook("onResponse", (request, reply, done) => {
    options.onEnd(request, reply.statusCode, reply.elapsedTime);
    done();
  });
  server.setErrorHandler(refuse);
  server.server.on("checkExpectation", refuseExpectation);
  deferContinue(server.server);
  const headers = keepAliveHeader(options.shutdownDelayMs);
  const ending = () => endsConnection(server, options.ready());
  letArrive(server.server, {
    connections,
    callerOf: options.callerOf,
    refuse: refuseAtOnce({ ...options, routesByPath, headers, ending, addressOf: (request) => proxyAddr(request, isTrusted) }),
  });
  addRoutes(server, served);
  options.onServed(served, connections);
  return server;
}

/** All routes of the gateway. */
function servedRoutes(options: HttpServerOptions, connections: BoundedConnections): HttpRoute[] {
  const { routes, pages, forms, ready } = options;
  const open = { method: "GET", openTo: "everyone", bodyBytes: 0 } as const;
  return [
    ...routes.flatMap((route) => operationRoutes(options, connections, route)),
    ...pages.map((page) => ({ ...open, path: page.path, handle: pageResponse(page) })),
    { ...open, path: "/livez", handle: (_request, reply) => reply.send({ status: "ok" }) },
    { ...open, path: "/readyz", handle: (_request, reply) => reply.code(ready() ? 200 : 503).send({ ready: ready() }) },
    ...forms.flatMap(formRoutes),
    ...options.console,
  ];
}

function operationRoutes(options: HttpServerOptions, connections: BoundedConnections, route: Route): HttpRoute[] {
  return pathsOf(route).map((path) => ({
    method: "POST",
    path,
    openTo: route.auth,
    bodyBytes: options.maxBodyBytes,
    before: (request, reply) => admit(options, connections, { route, request, reply }),
    handle: async (request, reply) => send(reply, options, await serveRequest(options, route, request, reply)),
  }));
}

interface Arrived {
  readonly route: Route;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function admit(options: HttpServerOptions, connections: BoundedConnections, { route, request, reply }: Arrived): Promise<void> {
  const bodyBytes = mostBytes(request, options.maxBodyBytes);
  const { headers, id: requestId, ip: address } = request;
  const admission = options.admit(route, { headers, requestId, address, bodyBytes }, (credential) => {
    request.credential = credential;
    connections.hold(request.raw.socket, scopeOf(credential));
  });
  // A client that disconnects does not end the work for its request: the request has ended when both have.
  reply.raw.once("close", () => void leaveAfter(admission, request));
  reply.headers((await admission).headers);
  sendContinue(request, reply);
}

async function leaveAfter(admission: Promise<Admitted>, request: FastifyRequest): Promise<void> {
  const [admitted] = await Promise.allSettled([admission]);
  await Promise.allSettled([request.work]);
  if (admitted.status === "fulfilled") admitted.value.leave();
}

async function serveRequest(options: HttpServerOptions, route: Route, request: FastifyRequest, reply: FastifyReply): Promise<Answer> {
  if (request.headers["content-type"] === undefined) throw unsupportedType();
  const { headers, id: requestId, ip: address, credential } = request;
  if (credential === undefined) throw new Error("The request was not admitted before it was served.");
  const gone = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  reply.raw.once("close", onClose);
  const body = Buffer.isBuffer(request.body) ? request.body : noBody;
  const work = options.serve(route, { headers, address, credential, body, requestId, signal: gone.signal });
  request.work = work;
  return work;
}

interface Refused {
  readonly error: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

function answerRefusal(options: HttpServerOptions, route: Route | undefined, { error, request, reply }: Refused): FastifyReply {
  // Also when no hook has run: a path that cannot be decoded is refused before any.
  reply.headers({ ...everywhere, "x-request-id": request.id });
  const known = refusalOfFastify(error, request.routeOptions?.bodyLimit ?? options.maxBodyBytes);
  return send(
    reply,
    options,
    answerError(route, known, request.id, (bug) => options.onBug(bug, request.id)),
  );
}

function send(reply: FastifyReply, options: HttpServerOptions, { status, body, headers, stream }: Answer): FastifyReply {
  reply.code(status).headers({ "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
  // Even while it waits for load balancers to notice that it stops: closing the connection later might cut off a request.
  if (endsConnection(reply.server, options.ready())) reply.header("connection", "close").removeHeader("keep-alive");
  if (headers !== undefined) reply.headers(headers);
  return reply.send(stream === undefined ? body : Readable.from(stream, { signal: AbortSignal.timeout(options.streamTimeoutMs) }));
}
