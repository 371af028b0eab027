import { Code, ConnectError } from "@connectrpc/connect";
import { Failure } from "@parley/kernel";

/** The error of a call whose signal was aborted for this reason. */
export function abortError(reason: unknown): ConnectError {
  return isDeadline(reason) ? timedOut() : ConnectError.from(reason, Code.Canceled);
}

/** The error of a call whose deadline has passed. */
export function timedOut(): ConnectError {
  return new ConnectError("the operation timed out", Code.DeadlineExceeded);
}

/** Whether a signal was aborted because the deadline passed, and not because the caller is gone. */
export function isDeadline(reason: unknown): boolean {
  if (reason instanceof ConnectError) return reason.code === Code.DeadlineExceeded;
  if (reason instanceof Failure) return reason.kind === "deadline_exceeded";
  // The name that `AbortSignal.timeout` gives its error.
  return reason instanceof DOMException && reason.name === "TimeoutError";
}
