import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { Failure, shortened } from "@parley/kernel";
import { announcedBytes } from "@parley/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpFailure } from "../errors/http-failure.ts";

/** Headers of every response. */
export const everywhere = { "x-content-type-options": "nosniff" } as const;

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** The id that the client has given to a request, or a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && saneRequestId.test(given) ? given : randomUUID();
}

/**
 * What is wrong with the first line and headers of a request, or undefined; `allow` are the methods of its path, undefined for an unknown one.
 */
export function failureOfHead(request: FastifyRequest, reply: FastifyReply, allow: string | undefined): Failure | undefined {
  const { headers, raw } = request;
  const path = pathOf(request);
  if (headers.host === undefined && raw.httpVersion === "1.1") return new Failure("invalid_argument", "The header host is required.");
  if (request.is404 && allow !== undefined) {
    reply.header("allow", allow);
    return new HttpFailure("unimplemented", `${path} takes ${allow.replace(/, ([A-Z]+)$/, " and $1")} only.`, { httpStatus: 405 });
  }
  if (request.is404) return new Failure("not_found", `There is no operation at ${shortened(path)}; GET /docs shows all that there are.`);
  if (request.routeOptions.config.bounds?.bodyBytes === 0 && announcedBytes(headers) > 0) {
    return new HttpFailure("invalid_argument", `${request.method} ${path} takes no body.`, {
      httpStatus: 413,
      headers: { connection: "close" },
    });
  }
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return undefined;
  return new HttpFailure("invalid_argument", `The content encoding ${shortened(encoding)} is not supported; send the body as it is.`, {
    httpStatus: 415,
  });
}

/** Whether a person opened the bare address in a browser: they get the reference. */
export function looksForReference(request: FastifyRequest): boolean {
  const isPage = request.method === "GET" && request.is404 && ["/", "/docs/"].includes(pathOf(request));
  return isPage && String(request.headers.accept ?? "").includes("text/html");
}

/** The path of a request without its query. */
export function pathOf({ url }: Pick<FastifyRequest, "url">): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

/** Responds to an expectation other than 100-continue, which Node would refuse without a body. */
export function refuseExpectation({ headers }: IncomingMessage, response: ServerResponse): void {
  const { requestId, body } = invalid(`The expectation ${shortened(headers.expect ?? "")} cannot be met.`);
  response.writeHead(417, { ...headersOfAnswer(requestId), connection: "close" }).end(body);
}

// Connections that began together, such as to speak TLS, would else be refused together, and all come again at once.
const mostWaitMs = 1_000;

/** Responds to bytes that are not an HTTP request within a second: there is only a socket. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === "ECONNRESET") return;
  socket.pause();
  setTimeout(() => refuseNow(error, socket), Math.random() * mostWaitMs).unref();
}

function refuseNow(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return;
  // What is still unread would stand before this response: it could stay open for as long as its client likes.
  if (socket.writableLength > 0) return void socket.destroy();
  const [status, words] =
    error.code === "HPE_HEADER_OVERFLOW"
      ? [431, "Request Header Fields Too Large"]
      : error.code === "ERR_HTTP_REQUEST_TIMEOUT"
        ? [408, "Request Timeout"]
        : [400, "Bad Request"];
  const { requestId, body } = invalid(`The request could not be read (${words}).`);
  const headers = Object.entries({ ...headersOfAnswer(requestId), "content-length": Buffer.byteLength(body), connection: "close" });
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${status} ${words}\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  // To hear that its client has closed it.
  socket.resume();
}

/** Headers of an answer in JSON. */
export function headersOfAnswer(requestId: string) {
  return { ...everywhere, "content-type": "application/json; charset=utf-8", "cache-control": "no-store", "x-request-id": requestId };
}

function invalid(message: string): { requestId: string; body: string } {
  const requestId = randomUUID();
  return { requestId, body: JSON.stringify({ error: { status: "INVALID_ARGUMENT", message, requestId } }) };
}
