import { Code } from "@connectrpc/connect";
import type { FailureKind } from "@parley/kernel";

/** The gRPC code of each kind of failure. */
export const codeOfKind = {
  invalid_argument: Code.InvalidArgument,
  unauthenticated: Code.Unauthenticated,
  permission_denied: Code.PermissionDenied,
  not_found: Code.NotFound,
  already_exists: Code.AlreadyExists,
  failed_precondition: Code.FailedPrecondition,
  aborted: Code.Aborted,
  out_of_range: Code.OutOfRange,
  resource_exhausted: Code.ResourceExhausted,
  deadline_exceeded: Code.DeadlineExceeded,
  unavailable: Code.Unavailable,
  unimplemented: Code.Unimplemented,
} as const satisfies Record<FailureKind, Code>;

const kinds = new Map<Code, FailureKind>(Object.entries(codeOfKind).map(([kind, code]) => [code, kind as FailureKind]));

/** Undefined for the codes that a caller cannot act on: INTERNAL, UNKNOWN, DATA_LOSS and CANCELED. */
export function kindOfCode(code: Code): FailureKind | undefined {
  return kinds.get(code);
}
