/**
 * The closed set of ways in which a request can fail for a reason that its caller may know. Anything else that is thrown is a bug and
 * becomes INTERNAL.
 */
export const failureKinds = [
  "invalid_argument",
  "unauthenticated",
  "permission_denied",
  "not_found",
  "already_exists",
  "failed_precondition",
  "aborted",
  "out_of_range",
  "resource_exhausted",
  "deadline_exceeded",
  "unavailable",
  "unimplemented",
] as const;

export type FailureKind = (typeof failureKinds)[number];

/** One violated rule: the path of the field in the request (`organizations[3].organizationId`) and a sentence. */
export interface FieldViolation {
  readonly field: string;
  readonly message: string;
}

interface FailureOptions {
  /** Stable snake_case identifier that programs may test; defaults to the kind. */
  readonly reason?: string;
  readonly violations?: readonly FieldViolation[];
  readonly cause?: unknown;
}

/** An expected failure. The message is a sentence for the caller and carries the offending value. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly reason: string;
  readonly violations: readonly FieldViolation[];

  constructor(kind: FailureKind, message: string, options: FailureOptions = {}) {
    super(message, { cause: options.cause });
    this.name = "Failure";
    this.kind = kind;
    this.reason = options.reason ?? kind;
    this.violations = options.violations ?? [];
  }
}

/** A failure because one field breaks its rule. */
export function invalid(field: string, message: string): Failure {
  return new Failure("invalid_argument", message, { violations: [{ field, message }] });
}

export function notFound(message: string, reason = "not_found"): Failure {
  return new Failure("not_found", message, { reason });
}

export function failedPrecondition(message: string, reason = "failed_precondition"): Failure {
  return new Failure("failed_precondition", message, { reason });
}

const longest = 100;

/** Part of a request as a response may quote it: the first 100 characters. */
export function shortened(text: string): string {
  if (text.length <= longest) return text;
  // A character takes at most two UTF-16 units, so the rest of a long text need not be read.
  const characters = [...text.slice(0, 2 * longest + 2)];
  return characters.length <= longest ? text : `${characters.slice(0, longest).join("").toWellFormed()}…`;
}
