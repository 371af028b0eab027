/** One broken rule of a request. */
export interface FieldViolation {
  readonly field: string;
  readonly message: string;
}

/** The words that distinguish kinds of failures; each but the last has a class below. */
export type StatusWord =
  | "INVALID_ARGUMENT"
  | "OUT_OF_RANGE"
  | "FAILED_PRECONDITION"
  | "UNAUTHENTICATED"
  | "PERMISSION_DENIED"
  | "NOT_FOUND"
  | "ALREADY_EXISTS"
  | "ABORTED"
  | "RESOURCE_EXHAUSTED"
  | "INTERNAL"
  | "UNIMPLEMENTED"
  | "UNAVAILABLE"
  | "DEADLINE_EXCEEDED"
  /** Some items of a batch failed (`BatchError`). */
  | "BATCH_FAILED";

/** The content of a failed response. */
export interface FailedAnswer {
  readonly status: StatusWord;
  readonly httpStatus: number;
  readonly message: string;
  readonly requestId: string;
  readonly code: string | number | undefined;
  readonly details: unknown;
  readonly retryAfterMs: number | undefined;
  readonly replayed: boolean;
}

/** A failed call; the subclasses are its kinds. `requestId` identifies the request in the logs of the installation. */
export class ParleyError extends Error {
  readonly status: StatusWord;
  /** 0 when there was no response. */
  readonly httpStatus: number;
  readonly requestId: string;
  readonly code: string | number | undefined;
  /** Further information of the response. */
  readonly details: unknown;
  /** Time in ms to wait before trying again, if the response gave one. */
  readonly retryAfterMs: number | undefined;
  /**
   * Whether this is the stored response to an earlier request with the same idempotency key: sending the request again returns it again.
   */
  readonly replayed: boolean;

  constructor(answer: FailedAnswer, options?: { readonly cause?: unknown }) {
    super(answer.message, options);
    this.name = new.target.name;
    this.status = answer.status;
    this.httpStatus = answer.httpStatus;
    this.requestId = answer.requestId;
    this.code = answer.code;
    this.details = answer.details;
    this.retryAfterMs = answer.retryAfterMs;
    this.replayed = answer.replayed;
  }
}

/** The request breaks rules; `violations` lists them. */
export class InvalidArgumentError extends ParleyError {
  get violations(): readonly FieldViolation[] {
    return Array.isArray(this.details) ? (this.details as FieldViolation[]) : [];
  }
}
/** The current state does not allow the request. */
export class PreconditionError extends ParleyError {}
/** The credentials are missing, unknown, wrong, revoked, expired or of another level. */
export class UnauthenticatedError extends ParleyError {}
/** The operation is closed to this caller. */
export class PermissionDeniedError extends ParleyError {}
/** A thing that the request names does not exist. */
export class NotFoundError extends ParleyError {}
/** The thing already exists. */
export class AlreadyExistsError extends ParleyError {}
/** The request collided with another one. */
export class AbortedError extends ParleyError {}
/** Too many requests at once, a quota is reached, or the request is too large. */
export class ResourceExhaustedError extends ParleyError {}
/** A fault of the installation, or domains that existed (Add domains). */
export class InternalError extends ParleyError {}
/** The operation does not exist. */
export class UnimplementedError extends ParleyError {}
/** A part of the installation is not available. */
export class UnavailableError extends ParleyError {}
/** The request timed out in the installation. */
export class DeadlineExceededError extends ParleyError {}
/** No connection could be made, or it was lost. */
export class ConnectionError extends ParleyError {}
/** The request timed out on the client's side. */
export class TimeoutError extends ConnectionError {}

const classes = {
  INVALID_ARGUMENT: InvalidArgumentError,
  OUT_OF_RANGE: InvalidArgumentError,
  FAILED_PRECONDITION: PreconditionError,
  UNAUTHENTICATED: UnauthenticatedError,
  PERMISSION_DENIED: PermissionDeniedError,
  NOT_FOUND: NotFoundError,
  ALREADY_EXISTS: AlreadyExistsError,
  ABORTED: AbortedError,
  RESOURCE_EXHAUSTED: ResourceExhaustedError,
  INTERNAL: InternalError,
  UNIMPLEMENTED: UnimplementedError,
  UNAVAILABLE: UnavailableError,
  DEADLINE_EXCEEDED: DeadlineExceededError,
} satisfies Record<Exclude<StatusWord, "BATCH_FAILED">, typeof ParleyError>;

type AnsweredWord = keyof typeof classes;

// Responses of proxies, and the one of Parley without a status word (Delete folder).
const words: Readonly<Record<number, AnsweredWord>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  409: "ABORTED",
  413: "RESOURCE_EXHAUSTED",
  429: "RESOURCE_EXHAUSTED",
  501: "UNIMPLEMENTED",
  502: "UNAVAILABLE",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

/** The error of a response, whether Parley or a proxy sent it. */
export function errorOf(
  httpStatus: number,
  body: string,
  requestId: string,
  retryAfterMs: number | undefined,
  replayed = false,
): ParleyError {
  const { status, message, code, details, requestId: ownId } = bodyOf(body);
  const word = isWord(status) ? status : (words[httpStatus] ?? "INTERNAL");
  const answer: FailedAnswer = {
    status: word,
    httpStatus,
    message: typeof message === "string" ? message : `The response has HTTP status ${httpStatus} and no error of Parley.`,
    requestId: typeof ownId === "string" ? ownId : requestId,
    code: typeof code === "string" || typeof code === "number" ? code : undefined,
    details,
    retryAfterMs,
    replayed,
  };
  return new classes[word](answer);
}

// A later version may have further status words: they count like their HTTP status.
function isWord(status: unknown): status is AnsweredWord {
  return typeof status === "string" && Object.hasOwn(classes, status);
}

/** The error of a request that timed out or whose connection failed. */
export function connectionError(message: string, cause: unknown): ConnectionError {
  return new ConnectionError(noAnswer("UNAVAILABLE", message), { cause });
}

/** The error of a request that took too long. */
export function timeoutError(timeoutMs: number, path: string): TimeoutError {
  return new TimeoutError(noAnswer("DEADLINE_EXCEEDED", `${path} timed out after ${timeoutMs} ms.`));
}

function noAnswer(status: AnsweredWord, message: string): FailedAnswer {
  return { status, httpStatus: 0, message, requestId: "", code: undefined, details: undefined, retryAfterMs: undefined, replayed: false };
}

function bodyOf(text: string): Readonly<Record<string, unknown>> {
  try {
    const { error } = JSON.parse(text) as { error?: Readonly<Record<string, unknown>> };
    return error ?? {};
  } catch {
    // Pages of proxies are not JSON.
    return {};
  }
}
