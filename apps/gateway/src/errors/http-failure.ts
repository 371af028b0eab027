import { Failure, type FailureKind, type FieldViolation } from "@parley/kernel";

interface HttpFailureOptions {
  /** A status that differs from the kind's own: 405, 413 or 415. */
  readonly httpStatus?: number;
  /** Header fields of the response. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly violations?: readonly FieldViolation[];
  /** The request was shed, as thousands are under overload. */
  readonly shed?: boolean;
}

/** A failure about whose response HTTP says more than its kind. Overload makes thousands of them a second: it has no stack. */
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
