import type { FailureKind, FieldViolation } from "@parley/kernel";

/** The content of `error` in the error envelope. */
export type ErrorBody = Readonly<Record<string, unknown>> & { readonly message: string };

/** The status words of the wire and their HTTP statuses (decisions, section 1, HTTP status). */
export const httpStatuses = {
  INVALID_ARGUMENT: 400,
  FAILED_PRECONDITION: 400,
  OUT_OF_RANGE: 400,
  UNAUTHENTICATED: 401,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ALREADY_EXISTS: 409,
  ABORTED: 409,
  RESOURCE_EXHAUSTED: 429,
  INTERNAL: 500,
  UNIMPLEMENTED: 501,
  UNAVAILABLE: 503,
  DEADLINE_EXCEEDED: 504,
} as const;

type StatusWord = keyof typeof httpStatuses;

const words = {
  invalid_argument: "INVALID_ARGUMENT",
  unauthenticated: "UNAUTHENTICATED",
  permission_denied: "PERMISSION_DENIED",
  not_found: "NOT_FOUND",
  already_exists: "ALREADY_EXISTS",
  failed_precondition: "FAILED_PRECONDITION",
  aborted: "ABORTED",
  out_of_range: "OUT_OF_RANGE",
  resource_exhausted: "RESOURCE_EXHAUSTED",
  deadline_exceeded: "DEADLINE_EXCEEDED",
  unavailable: "UNAVAILABLE",
  unimplemented: "UNIMPLEMENTED",
} as const satisfies Record<FailureKind, StatusWord>;

/** The status word for a kind of failure. */
export function statusWord(kind: FailureKind): StatusWord {
  return words[kind];
}

/**
 * A refusal by the gateway itself: a response and not a bug, so it has no stack. `httpStatus` differs from the status word's own only for
 * transport errors (405, 413, 415).
 */
export class Refusal extends Error {
  readonly status: StatusWord;
  readonly httpStatus: number;
  readonly details: readonly FieldViolation[] | undefined;
  /** Headers of the response. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: StatusWord, message: string, extra: RefusalExtra = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.status = status;
    this.httpStatus = extra.httpStatus ?? httpStatuses[status];
    this.details = extra.details;
    this.headers = extra.headers ?? {};
  }
}

interface RefusalExtra {
  readonly httpStatus?: number;
  readonly details?: readonly FieldViolation[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The message for a fault of ours: nothing about its cause. */
export const internalMessage = "Something went wrong on our side. The request id identifies this request in the logs.";
