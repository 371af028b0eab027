import { currentContext, Failure, type FieldViolation } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import type { Challenges, OpenTo } from "../credentials/challenges.ts";
import { type ErrorBody, httpStatuses, internalMessage, jsonRpcCodes, jsonRpcError, wireStatus } from "../errors/error-answer.ts";
import { HttpFailure } from "../errors/http-failure.ts";
import type { Route } from "../operations/operation.ts";
import type { Answer } from "./exchange.ts";

// The status that proxies log for this; HTTP has no such status.
const clientGone = 499;

/** The failed request. */
interface FailedRequest {
  readonly requestId: string;
  readonly path: string;
  /** The form of its operation's errors. */
  readonly errorCode: Route["errorCode"];
  /** Who may use its route; undefined for an unknown one. */
  readonly openTo?: OpenTo | undefined;
  readonly rpcField?: string | undefined;
}

export type AnswerError = (error: unknown, request: FailedRequest) => Answer;

interface ErrorOptions {
  /** Called for errors that callers must not see. */
  readonly onBug: (error: unknown, request: FailedRequest) => void;
  readonly challenges: Challenges;
}

/** Makes the error response for any error of a request. */
export function answerErrors({ onBug, challenges }: ErrorOptions): AnswerError {
  return (error, request) => {
    const failure = error instanceof RemoteFailure ? error.failure && inWireTerms(error.failure, request) : error;
    const isExpected = failure instanceof Failure || error instanceof RemoteFailure;
    // A failure after the client has disconnected is not a fault, and nobody reads it; its status is for the log and the metrics.
    if (isExpected && currentContext()?.signal.aborted) return gone(request);
    if (failure instanceof Failure) return challenged(failed(failure, request), challenges[request.openTo ?? "everyone"]);
    onBug(error, request);
    return envelope(request, httpStatuses.INTERNAL, { status: "INTERNAL", message: internalMessage });
  };
}

function challenged(answer: Answer, challenge: string): Answer {
  return answer.status === httpStatuses.UNAUTHENTICATED
    ? { ...answer, headers: { ...answer.headers, "www-authenticate": challenge } }
    : answer;
}

function gone(request: FailedRequest): Answer {
  return envelope(request, clientGone, { status: "ABORTED", message: "The client closed the connection." });
}

function failed(failure: Failure, request: FailedRequest): Answer {
  const { word, httpStatus } = wireStatus(failure.kind);
  const details = failure.violations.length === 0 ? {} : { details: failure.violations };
  const error = { status: word, message: failure.message, ...details };
  if (!(failure instanceof HttpFailure)) return envelope(request, httpStatus, error);
  const answer = envelope(request, failure.httpStatus ?? httpStatus, error);
  return { ...answer, headers: { ...answer.headers, ...failure.headers }, shed: failure.shed };
}

function envelope({ errorCode, requestId }: FailedRequest, httpStatus: number, error: WireError): Answer {
  const headers: Record<string, string> = httpStatus === 503 || httpStatus === 429 ? { "retry-after": "1" } : {};
  const transient = httpStatus >= 500 || httpStatus === 429 || error.status === "ABORTED";
  const body =
    errorCode === "json-rpc"
      ? inJsonRpc(error, requestId)
      : JSON.stringify({ error: { ...inShapeOf(errorCode, httpStatus, error), requestId } });
  const malformed = error.status === "INVALID_ARGUMENT" ? { malformed: true } : {};
  return { status: httpStatus, headers, transient, ...malformed, body };
}

interface WireError {
  readonly status: keyof typeof httpStatuses;
  readonly message: string;
  readonly details?: readonly FieldViolation[];
}

// Two operations have their own forms of errors.
function inShapeOf(errorCode: Route["errorCode"], httpStatus: number, error: WireError): ErrorBody {
  if (errorCode === "number") return { ...error, code: httpStatus };
  if (errorCode === "not-found" && httpStatus === 404) return { code: "not-found", message: error.message };
  return { ...error };
}

// Agents show the message and nothing else, so it names the violated rules, too.
function inJsonRpc({ status, message, details = [] }: WireError, requestId: string): string {
  const code =
    status === "INTERNAL" ? jsonRpcCodes.internal : status === "INVALID_ARGUMENT" ? jsonRpcCodes.invalidRequest : jsonRpcCodes.refused;
  const sentences = [message, ...details.map((violation) => violation.message)];
  return jsonRpcError(code, [...new Set(sentences)].join(" "), { status, ...(details.length > 0 && { details }), requestId });
}

// Services name fields as in the proto. A violation of the whole request is reported for `data`.
function inWireTerms({ kind, message, violations }: Failure, { rpcField }: FailedRequest): Failure {
  const within = rpcField === undefined ? "" : `${rpcField}.`;
  const named = violations.map(({ field, message }) => ({
    field: (field.startsWith(within) ? field.slice(within.length) : field).replace(/_([a-z0-9])/g, (_, letter: string) =>
      letter.toUpperCase(),
    ),
    message,
  }));
  const isWhole = kind === "invalid_argument" && named.length === 0;
  return new HttpFailure(kind, message, { violations: isWhole ? [{ field: "data", message }] : named });
}
