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

/** The body of a refusal in JSON-RPC. It has no id, because it refuses the whole request and not the call in its body. */
export function jsonRpcError(code: number, message: string, data: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ jsonrpc: "2.0", id: null, error: { code, message, data } });
}

export const jsonRpcCodes = {
  unreadable: -32_700,
  invalidRequest: -32_600,
  internal: -32_603,
  /** Every other refusal; `data.status` tells which. */
  refused: -32_000,
} as const;
