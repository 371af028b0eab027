import type { FailureKind } from "@parley/kernel";

/** The content of `error` in an error response. */
export type ErrorBody = Readonly<Record<string, unknown>> & { readonly message: string };

/** The status words of the wire and their HTTP statuses. */
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

/** The status word and HTTP status of a kind of failure. */
export function wireStatus(kind: FailureKind): { readonly word: keyof typeof httpStatuses; readonly httpStatus: number } {
  const word = kind.toUpperCase() as Uppercase<FailureKind>;
  return { word, httpStatus: httpStatuses[word] };
}

/** The message for a server fault, which says nothing about the cause. */
export const internalMessage = "Something went wrong on our side. The request id identifies this request in the logs.";
