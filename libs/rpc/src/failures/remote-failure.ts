import type { Code, ConnectError } from "@connectrpc/connect";
import { FailureDetailSchema } from "@parley/contracts/common";
import { Failure, type FailureKind } from "@parley/kernel";
import { kindOfCode } from "./failure-codes.ts";

/**
 * The failure of a call to another service. It is passed on to this service's own caller only when the handler lists its kind
 * (`propagate`); otherwise the caller learns that a dependency is unavailable.
 */
export class RemoteFailure extends Error {
  readonly service: string;
  readonly method: string;
  readonly code: Code;
  /** The other service's failure in the kernel's terms; undefined for a bug there and for an aborted call. */
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

/** Passes a failure of another service on as this service's own if its kind is listed; any other is thrown unchanged. */
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
  // The transport failed, not the other service: its message names hosts and sockets, which no caller should see.
  if (detail === undefined) return new Failure(kind, wordsOfTransport[kind] ?? "The request could not be handled.", { cause: error });
  const violations = detail.violations.map(({ field, message }) => ({ field, message }));
  return new Failure(kind, error.rawMessage, { reason: detail.reason, violations, cause: error });
}

const wordsOfTransport: Partial<Record<FailureKind, string>> = {
  unavailable: "A part of the service is not available. Try again.",
  deadline_exceeded: "The deadline of this request has passed.",
  resource_exhausted: "The service has too much to do right now. Try again.",
};
