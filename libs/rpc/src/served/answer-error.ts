import { Code, ConnectError } from "@connectrpc/connect";
import { FailureDetailSchema } from "@parley/contracts/common";
import { BadRequestSchema, ErrorInfoSchema } from "@parley/contracts/grpc";
import { Failure } from "@parley/kernel";
import { codeOfKind } from "../failures/failure-codes.ts";
import { RemoteFailure } from "../failures/remote-failure.ts";
import type { CallEnd, ServedCall } from "./served-call.ts";

/** Receives the errors that the caller must not see. `method` is `package.Service/Method`. */
export interface ErrorReporter {
  /** A handler threw something unexpected: a bug. */
  onBug(error: unknown, method: string): void;
  /** Another service failed, and the handler did not handle it. Defaults to `onBug`. */
  onRemoteFailure?(failure: RemoteFailure, method: string): void;
}

/** The one place where an error thrown by a handler becomes the response. The caller sees no details of a bug. */
export function answerError(error: unknown, call: ServedCall, reporter: ErrorReporter): ConnectError {
  if (call.end !== undefined) {
    reportLate(error, call, reporter);
    return endedError(call.end);
  }
  if (error instanceof Failure) return failureError(error);
  const method = methodName(call);
  if (error instanceof RemoteFailure) {
    if (reporter.onRemoteFailure !== undefined) reporter.onRemoteFailure(error, method);
    else reporter.onBug(error, method);
    return failureError(
      new Failure("unavailable", "A service that this request needs does not respond. Try again.", { reason: "dependency_unavailable" }),
    );
  }
  reporter.onBug(error, method);
  return new ConnectError("Something went wrong in the service.", Code.Internal, undefined, [infoDetail("internal")]);
}

/** Work that outlives its call usually fails because it was aborted; any other error is still a bug. */
export function reportLate(error: unknown, call: ServedCall, reporter: ErrorReporter): void {
  if (error === call.signal.reason || error instanceof Failure || error instanceof RemoteFailure) return;
  if (error instanceof Error && error.name === "AbortError") return;
  reporter.onBug(error, methodName(call));
}

/** The failure on the wire: its kind as the code, reason and violations as details, in our form and in the standard one (AIP-193). */
export function failureError(failure: Failure): ConnectError {
  const { kind, message, reason, violations } = failure;
  const fieldViolations = violations.map(({ field, message: description }) => ({ field, description }));
  const details = [
    { desc: FailureDetailSchema, value: { reason, violations: [...violations] } },
    infoDetail(reason),
    ...(fieldViolations.length === 0 ? [] : [{ desc: BadRequestSchema, value: { fieldViolations } }]),
  ];
  return new ConnectError(message, codeOfKind[kind], undefined, details, failure);
}

function infoDetail(reason: string) {
  return { desc: ErrorInfoSchema, value: { reason: reason.toUpperCase(), domain: "parley" } };
}

function endedError(end: CallEnd): ConnectError {
  if (end === "caller gone") return new ConnectError("The caller cancelled the call.", Code.Canceled, undefined, [infoDetail("cancelled")]);
  return failureError(new Failure("deadline_exceeded", "The deadline of this request has passed."));
}

function methodName(call: ServedCall): string {
  return `${call.service.typeName}/${call.method.name}`;
}
