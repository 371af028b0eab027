import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { constants, type Http2ServerRequest } from "node:http2";
import { type Message, toBinary } from "@bufbuild/protobuf";
import { Code, ConnectError } from "@connectrpc/connect";
import { createMethodSerializationLookup, type Serialization } from "@connectrpc/connect/protocol";
import {
  codeToHttpStatus,
  contentTypeUnaryJson,
  contentTypeUnaryProto,
  errorToJsonBytes,
  parseTimeout,
} from "@connectrpc/connect/protocol-connect";
import { answerError } from "../served/answer-error.ts";
import type { ServedCall } from "../served/served-call.ts";
import { isUnary, type ServedUnary } from "../served/served-method.ts";
import type { ServiceRegistration } from "../served/service-registration.ts";
import type { Standstill } from "./standstill.ts";

type Request = IncomingMessage | Http2ServerRequest;

/** The common part of HTTP/1.1 and HTTP/2 responses. */
interface Response {
  writeHead(status: number, headers: OutgoingHttpHeaders): unknown;
  end(body: Uint8Array): unknown;
  on(event: "close", listener: () => void): unknown;
}

/** Longest time that a timer can hold; a longer time-out is refused here and on Connect's own path. */
export const longestTimeoutMs = 2 ** 31 - 1;

/**
 * Serves the usual call between services, a unary Connect call in binary without compression, at a fifth of the cost of Connect's own
 * adapter: one pass from bytes to bytes without web streams, `Headers` and interceptor chains. Returns whether it took the request; the
 * adapter serves the rest. Both run the same methods, and one test suite holds both to the same behaviour.
 */
export function unaryFastPath(
  registrations: readonly ServiceRegistration[],
  maxMessageBytes: number,
  standstill: Standstill,
): (request: Request, response: Response) => boolean {
  const routes = new Map<string, Route>();
  for (const registration of registrations) {
    for (const served of registration.methods.values()) {
      if (!isUnary(served)) continue;
      routes.set(`/${registration.service.typeName}/${served.method.name}`, route(registration, served, maxMessageBytes, standstill));
    }
  }
  return (request, response) => {
    const { headers, method, url = "" } = request;
    if (method !== "POST" || headers["content-type"] !== contentTypeUnaryProto || headers["content-encoding"] !== undefined) return false;
    const route = routes.get(url);
    if (route === undefined) return false;
    serve(route, request, response)
      .then((answer) => send(response, answer))
      .catch((error: unknown) => {
        route.registration.reporter.onBug(error, url.slice(1));
        cutOff(request);
      });
    return true;
  };
}

interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
  /** Holds the handler's headers and trailers. */
  readonly call: ServedCall;
}

interface Route {
  readonly registration: ServiceRegistration;
  readonly served: ServedUnary;
  readonly input: Serialization<Message>;
  readonly maxMessageBytes: number;
  readonly standstill: Standstill;
}

function route(registration: ServiceRegistration, served: ServedUnary, maxMessageBytes: number, standstill: Standstill): Route {
  const limits = { readMaxBytes: maxMessageBytes, writeMaxBytes: maxMessageBytes };
  return {
    registration,
    served,
    input: createMethodSerializationLookup(served.method, undefined, undefined, limits).getI(true),
    maxMessageBytes,
    standstill,
  };
}

async function serve(
  { registration, served, input, maxMessageBytes, standstill }: Route,
  request: Request,
  response: Response,
): Promise<Answer> {
  const { headers, url = "" } = request;
  const timeout = parseTimeout(asText(headers["connect-timeout-ms"]), longestTimeoutMs);
  const origin = { transport: "network", protocolName: "connect", requestMethod: "POST", url, requestHeader: headers } as const;
  const call = registration.open(served.method, origin, timeout.timeoutMs);
  response.on("close", () => call.abort("caller gone"));
  try {
    registration.admit(served.method, headers.authorization);
    if (timeout.error !== undefined) throw timeout.error;
    const message = input.parse(await call.race(readBody(request, maxMessageBytes)));
    const heard = standstill.heard();
    if (heard !== undefined) await call.race(heard);
    const body = toBinary(served.method.output, await served.run(message, call));
    if (body.byteLength > maxMessageBytes) throw tooLarge(`message size ${body.byteLength}`, "writeMaxBytes", maxMessageBytes);
    return { status: 200, contentType: contentTypeUnaryProto, body, call };
  } catch (error) {
    // Any other error means that the response does not fit its type: a bug of the handler.
    const failure = error instanceof ConnectError ? error : answerError(error, call, registration.reporter);
    return { status: codeToHttpStatus(failure.code), contentType: contentTypeUnaryJson, body: errorToJsonBytes(failure, undefined), call };
  } finally {
    call.finish();
  }
}

function send(response: Response, { status, contentType, body, call }: Answer): void {
  const headers: OutgoingHttpHeaders = {};
  if (call.hasResponseHeaders) {
    for (const [name, value] of call.responseHeader) add(headers, name, value);
    for (const [name, value] of call.responseTrailer) add(headers, `trailer-${name}`, value);
  }
  headers["content-type"] = contentType;
  headers["content-length"] = body.byteLength;
  response.writeHead(status, headers);
  response.end(body);
}

/** Ends a call whose response cannot be sent, for example because of a header that HTTP/2 forbids. */
function cutOff(request: Request): void {
  if ("stream" in request) request.stream.close(constants.NGHTTP2_INTERNAL_ERROR);
  else request.socket.destroy();
}

// `set-cookie` is the one header that may repeat.
function add(headers: OutgoingHttpHeaders, name: string, value: string): void {
  const present = headers[name];
  headers[name] = present === undefined ? value : [present, value].flat().map(String);
}

function asText(header: string | string[] | undefined): string | null {
  return Array.isArray(header) ? header.join(", ") : (header ?? null);
}

/** Reads a request body of at most `maxBytes`. The rest is discarded, so that the caller can still read the error. */
function readBody(request: IncomingMessage | Http2ServerRequest, maxBytes: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const declared = Number(request.headers["content-length"]);
    if (declared > maxBytes) return reject(tooLarge(`message size ${declared}`, "readMaxBytes", maxBytes));

    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else reject(tooLarge("message size", "readMaxBytes", maxBytes));
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", (cause) =>
      reject(new ConnectError("The request did not arrive whole.", Code.Canceled, undefined, undefined, cause)),
    );
  });
}

/** Connect's own message, as its adapter gives it. */
function tooLarge(what: string, limit: "readMaxBytes" | "writeMaxBytes", maxBytes: number): ConnectError {
  return new ConnectError(`${what} is larger than configured ${limit} ${maxBytes}`, Code.ResourceExhausted);
}
