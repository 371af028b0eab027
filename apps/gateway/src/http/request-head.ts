import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { Failure, shortened } from "@parley/kernel";
import { announcedBytes } from "@parley/runtime";
import type { FastifyReply, FastifyRequest } from "fastify";
import { HttpFailure } from "../errors/http-failure.ts";
import { givenUpAt } from "./given-up.ts";

/** Headers of every response. */
export const everywhere = { "x-content-type-options": "nosniff" } as const;

const saneRequestId = /^[A-Za-z0-9._-]{1,128}$/;

/** The request id given by the client if it is well-formed, or else a new one. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers["x-request-id"];
  return typeof given === "string" && saneRequestId.test(given) ? given : randomUUID();
}

/**
 * The problem with a request's first line and headers, or undefined. `allow` names the methods of its path, and is undefined for an unknown
 * path.
 */
export function failureOfHead(request: FastifyRequest, reply: FastifyReply, allow: string | undefined): Failure | undefined {
  const { headers, raw } = request;
  const path = pathOf(request);
  if (headers.host === undefined && raw.httpVersion === "1.1") return new Failure("invalid_argument", "The header host is required.");
  if (request.is404 && allow !== undefined) {
    reply.header("allow", allow);
    return new HttpFailure("unimplemented", `${path} takes ${allow.replace(/, ([A-Z]+)$/, " and $1")} only.`, { httpStatus: 405 });
  }
  if (request.is404) {
    return new Failure("not_found", givenUpAt(path) ?? `There is no operation at ${shortened(path)}; GET /docs shows all that there are.`);
  }
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

/** Whether a person opened the bare address in a browser; they are redirected to the reference. */
export function looksForReference(request: FastifyRequest): boolean {
  const isPage = request.method === "GET" && request.is404 && ["/", "/docs/"].includes(pathOf(request));
  return isPage && String(request.headers.accept ?? "").includes("text/html");
}

/** The path of a request without its query. */
export function pathOf({ url }: Pick<FastifyRequest, "url">): string {
  const query = url.indexOf("?");
  return query < 0 ? url : url.slice(0, query);
}

/** The failure of an expectation other than 100-continue, which Node would refuse without a body. */
export function failureOfExpectation({ headers }: IncomingMessage): HttpFailure {
  return new HttpFailure("invalid_argument", `The expectation ${shortened(headers.expect ?? "")} cannot be met.`, {
    httpStatus: 417,
    headers: { connection: "close" },
  });
}

/** Headers of a JSON response. */
export function headersOfAnswer(requestId: string) {
  return { ...everywhere, "content-type": "application/json; charset=utf-8", "cache-control": "no-store", "x-request-id": requestId };
}

/** The body of an error response, and its request id. */
export function invalidAnswer(message: string): { requestId: string; body: string } {
  const requestId = randomUUID();
  return { requestId, body: JSON.stringify({ error: { status: "INVALID_ARGUMENT", message, requestId } }) };
}
