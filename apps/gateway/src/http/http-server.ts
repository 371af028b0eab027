import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, Server as NetServer } from "node:net";
import { Readable } from "node:stream";
import { acceptWaiting, sweepIdle } from "@parley/runtime";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Credential } from "../credentials/credential.ts";
import type { Page } from "../docs/pages.ts";
import { type Operation, pathsOf } from "../operations/operation.ts";
import type { Answer } from "../request/dispatch.ts";
import { Refusal } from "../request/error-answer.ts";
import { answerError } from "../request/error-envelope.ts";
import { pathOf, refusalOfHead, refuseExpectation, refuseUnreadable } from "./request-head.ts";

interface HttpServerOptions {
  readonly operations: readonly Operation[];
  readonly pages: readonly Page[];
  /** Whether the gateway may be given work. */
  readonly ready: () => boolean;
  readonly maxBodyBytes: number;
  /** Longest that a request takes to arrive, head and body. */
  readonly receiveTimeoutMs: number;
  /** Longest that an answer streams, read or not. */
  readonly streamTimeoutMs: number;
  /** Serves one request of a known operation. */
  readonly serve: (operation: Operation, request: HttpRequest) => Promise<Answer>;
  /** Told of every request that ends, for the log and the metrics; `request.credential` says whom it acted for. */
  readonly onEnd: (request: FastifyRequest, status: number, durationMs: number) => void;
  readonly onBug: (error: unknown, requestId: string) => void;
}

declare module "fastify" {
  interface FastifyRequest {
    /** Whom the request acts for, once its credentials have been found good. */
    credential: Credential | undefined;
  }
}

export interface HttpRequest {
  readonly headers: FastifyRequest["headers"];
  readonly body: Buffer;
  readonly requestId: string;
  /** Aborted when the client has gone away. */
  readonly signal: AbortSignal;
}

const noBody = Buffer.alloc(0);
const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** The HTTP of the gateway: what is known of a request before its operation looks at it (decisions, section 1, Transport errors). */
export function createHttpServer(options: HttpServerOptions): FastifyInstance {
  const { operations, maxBodyBytes, receiveTimeoutMs } = options;
  const allowed = new Map<string, string>([
    ...operations.flatMap((operation) => pathsOf(operation).map((path) => [path, "POST"] as const)),
    ...pathsOfPages(options).map((path) => [path, "GET, HEAD"] as const),
  ]);
  const server = Fastify({
    bodyLimit: maxBodyBytes,
    logger: false,
    genReqId: ({ headers }) => {
      const given = headers["x-request-id"];
      return typeof given === "string" && saneRequestId.test(given) ? given : randomUUID();
    },
    routerOptions: { ignoreTrailingSlash: false, caseSensitive: true },
    // While stopping, requests on connections that are still open are answered, with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    keepAliveTimeout: 75_000,
    requestTimeout: receiveTimeoutMs,
    connectionTimeout: 0,
    // The gateway itself refuses a request without one, in its own envelope.
    // Fastify sets its request timeout when Node has taken its own for the head, which is longer; Node then mistakes the one for the other.
    http: {
      requireHostHeader: false,
      requestTimeout: receiveTimeoutMs,
      headersTimeout: receiveTimeoutMs,
      connectionsCheckingInterval: 1_000,
    },
    frameworkErrors: (error, request, reply) => refuse(request, reply, options, error),
    clientErrorHandler: refuseUnreadable,
  });

  server.decorateRequest("credential", undefined);
  server.removeAllContentTypeParsers();
  server.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
  server.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    done(refusalOfHead(request, reply, allowed.get(pathOf(request))));
  });
  server.addHook("onResponse", (request, reply, done) => {
    options.onEnd(request, reply.statusCode, reply.elapsedTime);
    done();
  });
  server.setErrorHandler((error, request, reply) => refuse(request, reply, options, error));
  server.server.on("checkExpectation", refuseExpectation);
  for (const operation of operations) {
    for (const path of pathsOf(operation))
      server.post(path, async (request, reply) => send(reply, options, await serveRequest(options, operation, request, reply)));
  }
  addPages(server, options);
  return server;
}

function pathsOfPages({ pages }: HttpServerOptions): string[] {
  return [...pages.map(({ path }) => path), "/livez", "/readyz"];
}

function addPages(server: FastifyInstance, { pages, ready }: HttpServerOptions): void {
  for (const { path, contentType, body } of pages) {
    server.get(path, (_request, reply) => reply.header("content-type", contentType).header("cache-control", "no-cache").send(body()));
  }
  server.get("/livez", (_request, reply) => reply.send({ status: "ok" }));
  server.get("/readyz", (_request, reply) => reply.code(ready() ? 200 : 503).send({ ready: ready() }));
}

/** Listens, and answers the port. */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<number> {
  await server.listen({ host, port });
  return (server.server.address() as AddressInfo).port;
}

/**
 * Stops taking connections at once, so that none is begun that would be cut; those that are open hear with their next answer that it was the last, and are
 * closed once they have had `lastCallMs` to ask. An answer that streams has told its headers before: its connection is closed behind it. After `cutMs`
 * whatever is still open is cut off.
 */
export async function close(server: FastifyInstance, { lastCallMs, cutMs }: { lastCallMs: number; cutMs: number }): Promise<void> {
  const closed = once(server.server, "close");
  await acceptWaiting();
  // Not the HTTP server's own `close`: it ends idle connections at the same moment, under requests that are on their way.
  NetServer.prototype.close.call(server.server);
  const endSweep = sweepIdle(lastCallMs, () => server.server.closeIdleConnections());
  const cut = setTimeout(() => server.server.closeAllConnections(), cutMs);
  await closed;
  endSweep();
  clearTimeout(cut);
  await server.close();
}

async function serveRequest(
  options: HttpServerOptions,
  operation: Operation,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Answer> {
  if (request.headers["content-type"] === undefined) throw unsupportedType();
  const gone = new AbortController();
  const onClose = () => {
    if (!reply.raw.writableFinished) gone.abort();
  };
  reply.raw.once("close", onClose);
  const body = Buffer.isBuffer(request.body) ? request.body : noBody;
  const answer = await options.serve(operation, { headers: request.headers, body, requestId: request.id, signal: gone.signal });
  request.credential = answer.credential;
  return answer;
}

function refuse(request: FastifyRequest, reply: FastifyReply, options: HttpServerOptions, error: unknown): FastifyReply {
  const operation = options.operations.find((each) => pathsOf(each).includes(pathOf(request)));
  // Also where no hook has run: a path that cannot be decoded is refused before any.
  reply.header("x-request-id", request.id);
  const known = refusalOfFastify(error, options.maxBodyBytes);
  return send(
    reply,
    options,
    answerError(operation, known, request.id, (bug) => options.onBug(bug, request.id)),
  );
}

function send(reply: FastifyReply, { streamTimeoutMs }: HttpServerOptions, { status, body, headers, stream }: Answer): FastifyReply {
  reply.code(status).header("content-type", "application/json; charset=utf-8");
  if (!reply.server.server.listening) reply.header("connection", "close");
  if (headers !== undefined) reply.headers(headers);
  return reply.send(stream === undefined ? body : Readable.from(stream, { signal: AbortSignal.timeout(streamTimeoutMs) }));
}

function refusalOfFastify(error: unknown, maxBodyBytes: number): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  switch (error.code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new Refusal("RESOURCE_EXHAUSTED", `The body is larger than ${maxBodyBytes} bytes.`, { httpStatus: 413 });
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return unsupportedType();
    // The client has gone in the middle of its body.
    case "ECONNRESET":
    case "FST_ERR_CTP_INVALID_CONTENT_LENGTH":
      return new Refusal("INVALID_ARGUMENT", "The body is shorter or longer than its content-length says.");
    case "FST_ERR_BAD_URL":
      return new Refusal("NOT_FOUND", "There is no operation at this path.");
    default:
      return error;
  }
}

function unsupportedType(): Refusal {
  return new Refusal("INVALID_ARGUMENT", "The content type must be application/json.", { httpStatus: 415 });
}
