import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Credential } from "../credentials/credential.ts";
import type { Admission } from "../load/admission.ts";
import type { Route } from "../operations/operation.ts";
import type { AnswerError } from "../request/error-envelope.ts";
import { headersOfAnswer, requestIdOf } from "./request-head.ts";
import type { RequestRecord } from "./request-record.ts";

interface ShedOptions {
  readonly routesByPath: ReadonlyMap<string, Route>;
  readonly maxBodyBytes: number;
  /** Headers of every response of this process. */
  readonly headers: Readonly<Record<string, string>>;
  /** The client's address of a request. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whether each connection is ended with its next response. */
  readonly ending: () => boolean;
  readonly admission: Pick<Admission, "shed">;
  /** Called when the credential of a request is known. */
  readonly onKnown: (request: IncomingMessage, by: Credential) => void;
  readonly record: Pick<RequestRecord, "ended">;
  readonly answerError: AnswerError;
}

/**
 * Answers a request that is shed by its headers, before Fastify sees it. Returns whether it did. Under overload most requests are shed, and
 * the time for shedding them is lost for the others: when they were shed in Fastify's hooks, at four times the capacity, thousands of
 * requests got no answer in time.
 */
export function shedAtOnce(options: ShedOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { routesByPath, maxBodyBytes, addressOf, ending, admission, onKnown, record, answerError } = options;
  return (request, response) => {
    const { method = "", url = "", headers } = request;
    const route = method === "POST" ? routesByPath.get(url) : undefined;
    if (route === undefined || !isPlain(headers, maxBodyBytes) || ending()) return false;
    const shed = admission.shed(route, { headers, address: () => addressOf(request) });
    if (shed === undefined) return false;
    const { credential, error } = shed;
    if (credential !== undefined) onKnown(request, credential);
    const id = requestIdOf(headers);
    const { status, body, headers: own } = answerError(error, { requestId: id, path: url, errorCode: route.errorCode, openTo: route.auth });
    const length = { "content-length": Buffer.byteLength(body) };
    response.writeHead(status, { ...options.headers, ...headersOfAnswer(id), ...own, ...length }).end(body);
    record.ended({ id, method, url, headers, credential, isShed: true }, status, 0);
    return true;
  };
}

// A request with other header errors takes the normal path, which reports those first.
function isPlain(headers: IncomingHttpHeaders, maxBodyBytes: number): boolean {
  const { host, expect, "content-encoding": encoding, "content-length": length } = headers;
  return host !== undefined && expect === undefined && encoding === undefined && Number(length) <= maxBodyBytes;
}
