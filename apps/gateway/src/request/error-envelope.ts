import { currentContext, Failure } from "@parley/kernel";
import { RemoteFailure } from "@parley/rpc";
import { type ErrorBody, httpStatuses, internalMessage, Refusal, statusWord } from "../errors/error-answer.ts";
import type { Route } from "../operations/operation.ts";
import type { Answer } from "./exchange.ts";

// The number that proxies log; HTTP itself has no such status.
const clientGone = 499;

/** The error envelope for any error of a request; `onBug` is called with an error that no caller may see. */
export function answerError(operation: Route | undefined, error: unknown, requestId: string, onBug: (error: unknown) => void): Answer {
  if (error instanceof Refusal) {
    const { httpStatus, status, message, details, headers } = error;
    const answer = envelope(operation, httpStatus, { status, message, ...detailsOf(details) }, requestId);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  }
  // A failure after the client has disconnected is nobody's fault and nobody reads it; its status is for the log and the metrics.
  if (currentContext()?.signal.aborted && (error instanceof RemoteFailure || error instanceof Failure)) {
    return envelope(operation, clientGone, { status: "ABORTED", message: "The client closed the connection." }, requestId);
  }
  const failure = error instanceof RemoteFailure ? error.failure : error;
  if (failure instanceof Failure) {
    const status = statusWord(failure.kind);
    return envelope(operation, httpStatuses[status], { status, message: failure.message, ...detailsOf(violationsOf(failure)) }, requestId);
  }
  onBug(error);
  return envelope(operation, httpStatuses.INTERNAL, { status: "INTERNAL", message: internalMessage }, requestId);
}

function envelope(operation: Route | undefined, httpStatus: number, error: ErrorBody, requestId: string): Answer {
  const headers: Record<string, string> = httpStatus === 503 || httpStatus === 429 ? { "retry-after": "1" } : {};
  const transient = httpStatus >= 500 || httpStatus === 429 || error.status === "ABORTED";
  return {
    status: httpStatus,
    headers,
    transient,
    body: JSON.stringify({ error: { ...inShapeOf(operation, httpStatus, error), requestId } }),
  };
}

// Two operations have error shapes of their own (specification, Errors).
function inShapeOf(operation: Route | undefined, httpStatus: number, error: ErrorBody): ErrorBody {
  if (operation?.errorCode === "number") return { ...error, code: httpStatus };
  if (operation?.errorCode === "not-found" && httpStatus === 404) return { code: "not-found", message: error.message };
  return error;
}

function detailsOf(details: readonly unknown[] | undefined): { details?: readonly unknown[] } {
  return details === undefined || details.length === 0 ? {} : { details };
}

// A violation of the request as a whole is about `data`.
function violationsOf(failure: Failure): { field: string; message: string }[] {
  const violations = inWireNames(failure);
  if (failure.kind !== "invalid_argument" || violations.length > 0) return violations;
  return [{ field: "data", message: failure.message }];
}

// Services name fields as in the proto.
function inWireNames({ violations }: Failure): { field: string; message: string }[] {
  return violations.map(({ field, message }) => ({
    field: field.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
    message,
  }));
}
