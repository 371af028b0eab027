import type { Code, ConnectError } from "@connectrpc/connect";
import { FailureDetailSchema } from "@parley/contracts/common";
import { Failure, type FailureKind } from "@parley/kernel";
import { kindOfCode } from "./failure-codes.ts";

/**
 * What a call to another service ended with. It reaches this service's own caller only when the handler names it (`propagate`);
 * otherwise the caller is told that something that it needs is unavailable.
 */
export class RemoteFailure extends Error {
  readonly service: string;
  readonly method: string;
  readonly code: Code;
  /** What the other service said, in the words of the kernel; undefined for a bug over there and for a call that was given up. */
  readonly failure: Failure | undefined;

  constructor(service: string, method: string, cause: ConnectError) {
    super(`${service}/${method} failed: ${cause.message}`, { cause });
    this.name = "RemoteFailure";
    this.service = service;
    this.method = method;
    this.code = cause.code;
    this.failure = failureOf(cause);
  }
}

/** Makes a failure of another service this service's own when its kind is listed; any other stays what it is. */
export async function propagate<Result>(kinds: readonly FailureKind[], call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof RemoteFailure && error.failure !== undefined && kinds.includes(error.failure.kind)) throw error.failure;
    throw error;
  }
}

function failureOf(error: ConnectError): Failure | undefined {
  const kind = kindOfCode(error.code);
  if (kind === undefined) return undefined;
  const [detail] = error.findDetails(FailureDetailSchema);
  // Not said by the other service but by what lies between: its words name hosts and sockets, which are nobody's business.
  if (detail === undefined) return new Failure(kind, wordsOfTransport[kind] ?? "The request could not be handled.", { cause: error });
  const violations = detail.violations.map(({ field, message }) => ({ field, message }));
  return new Failure(kind, error.rawMessage, { reason: detail.reason, violations, cause: error });
}

const wordsOfTransport: Partial<Record<FailureKind, string>> = {
  unavailable: "A part of the service is not available. Try again.",
  deadline_exceeded: "The time for this request is over.",
  resource_exhausted: "The service has too much to do right now. Try again.",
};
