import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type { Credential } from "../credentials/credential.ts";
import type { RefusedAgain, SeenHead } from "../load/admission.ts";
import type { Route } from "../operations/operation.ts";
import type { AnswerError } from "../request/error-envelope.ts";
import { headersOfAnswer, requestIdOf } from "./request-head.ts";
import type { RequestRecord } from "./request-record.ts";

export interface AtOnceOptions {
  readonly routesByPath: ReadonlyMap<string, Route>;
  readonly maxBodyBytes: number;
  /** Of every response of this process. */
  readonly headers: Readonly<Record<string, string>>;
  /** Where a request comes from. */
  readonly addressOf: (request: IncomingMessage) => string;
  /** Whether connections are ended with their next response. */
  readonly ending: () => boolean;
  readonly refusedAgain: (route: Route, head: SeenHead) => RefusedAgain | undefined;
  /** Hears of a request whose caller is known. */
  readonly onKnown: (request: IncomingMessage, by: Credential) => void;
  readonly record: Pick<RequestRecord, "refusedAtOnce">;
  readonly answerError: AnswerError;
}

/**
 * Refuses a request whose caller was refused a moment ago for having too many and would be again, or that shows unknown credentials where too many wrong
 * ones have come from, and says whether it did. Under overload there are more of these than of all others, and what they take is taken from those that
 * are served.
 */
export function refuseAtOnce(options: AtOnceOptions): (request: IncomingMessage, response: ServerResponse) => boolean {
  const { routesByPath, maxBodyBytes, addressOf, ending, refusedAgain, onKnown, record, answerError } = options;
  return (request, response) => {
    const { method = "", url = "", headers } = request;
    const route = method === "POST" ? routesByPath.get(url) : undefined;
    if (route === undefined || !isPlain(headers, maxBodyBytes) || ending()) return false;
    const refused = refusedAgain(route, { headers, address: () => addressOf(request) });
    if (refused === undefined) return false;
    if (refused.credential !== undefined) onKnown(request, refused.credential);
    const requestId = requestIdOf(headers);
    const { status, body, headers: own } = answerError(refused.error, { requestId, path: url, errorCode: route.errorCode });
    const length = { "content-length": Buffer.byteLength(body) };
    response.writeHead(status, { ...options.headers, ...headersOfAnswer(requestId), ...own, ...length }).end(body);
    record.refusedAtOnce({ id: requestId, method, url, headers, credential: refused.credential }, status);
    return true;
  };
}

// Whatever else may be wrong with its head comes first, and is found out where it always is.
function isPlain(headers: IncomingHttpHeaders, maxBodyBytes: number): boolean {
  const { host, expect, "content-encoding": encoding, "content-length": length } = headers;
  return host !== undefined && expect === undefined && encoding === undefined && Number(length) <= maxBodyBytes;
}
