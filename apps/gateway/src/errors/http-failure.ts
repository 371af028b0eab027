import { Failure, type FailureKind, type FieldViolation } from "@parley/kernel";

interface HttpFailureOptions {
  /** A status that differs from the kind's own: 405, 413 or 415. */
  readonly httpStatus?: number;
  /** Header fields of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly violations?: readonly FieldViolation[];
  /** Whether the request was shed, as thousands are under overload. */
  readonly shed?: boolean;
}

/** A failure with more HTTP details than its kind alone gives. It has no stack, because overload creates thousands a second. */
export class HttpFailure extends Failure {
  readonly httpStatus: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly shed: boolean;

  constructor(kind: FailureKind, message: string, { httpStatus, headers = {}, violations = [], shed = false }: HttpFailureOptions = {}) {
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(kind, message, { violations });
    Error.stackTraceLimit = stackTraceLimit;
    this.httpStatus = httpStatus;
    this.headers = headers;
    this.shed = shed;
  }
}
