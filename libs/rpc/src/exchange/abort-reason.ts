import { Code, ConnectError } from "@connectrpc/connect";
import { Failure } from "@parley/kernel";

/** Whether a signal was aborted because its time was over, and not because the caller is gone. */
export function isDeadline(reason: unknown): boolean {
  if (reason instanceof ConnectError) return reason.code === Code.DeadlineExceeded;
  if (reason instanceof Failure) return reason.kind === "deadline_exceeded";
  // The name that `AbortSignal.timeout` gives it.
  return reason instanceof DOMException && reason.name === "TimeoutError";
}
