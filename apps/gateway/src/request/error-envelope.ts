import { currentContext, Failure } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { type ErrorBody, httpStatuses, internalMessage, wireStatus } from "../errors/error-answer.ts";
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
  readonly rpcField?: string | undefined;
}

export type AnswerError = (error: unknown, request: FailedRequest) => Answer;

/** Makes the error response for any error of a request. `onBug` is called for errors that callers must not see. */
export function answerErrors(onBug: (error: unknown, request: FailedRequest) => void): AnswerError {
  return (error, request) => {
    const failure = error instanceof RemoteFailure ? error.failure && inWireTerms(error.failure, request) : error;
    const isExpected = failure instanceof Failure || error instanceof RemoteFailure;
    // A failure after the client has disconnected is not a fault, and nobody reads it; its status is for the log and the metrics.
    if (isExpected && currentContext()?.signal.aborted) return gone(request);
    if (failure instanceof Failure) return failed(failure, request);
    onBug(error, request);
    return envelope(request, httpStatuses.INTERNAL, { status: "INTERNAL", message: internalMessage });
  };
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

function envelope({ errorCode, requestId }: FailedRequest, httpStatus: number, error: ErrorBody): Answer {
  const headers: Record<string, string> = httpStatus === 503 || httpStatus === 429 ? { "retry-after": "1" } : {};
  const transient = httpStatus >= 500 || httpStatus === 429 || error.status === "ABORTED";
  const body = JSON.stringify({ error: { ...inShapeOf(errorCode, httpStatus, error), requestId } });
  return { status: httpStatus, headers, transient, body };
}

// Two operations have their own forms of errors.
function inShapeOf(errorCode: Route["errorCode"], httpStatus: number, error: ErrorBody): ErrorBody {
  if (errorCode === "number") return { ...error, code: httpStatus };
  if (errorCode === "not-found" && httpStatus === 404) return { code: "not-found", message: error.message };
  return error;
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
