import { AsyncLocalStorage } from "node:async_hooks";
import { Failure } from "./failure.ts";

/**
 * The call that is being served: what every layer below must respect without being handed it.
 * The RPC client copies it into headers, the RPC server restores it from them, the database takes its time-out from it.
 */
export interface RequestContext {
  /** Correlates logs, errors and the customer's `x-request-id`. */
  readonly requestId: string;
  /** `performance.now()` value in ms after which the caller no longer waits. */
  readonly deadlineMs: number;
  /** Aborted when the caller has gone away or the deadline has passed. */
  readonly signal: AbortSignal;
  /** Whether a trace of the call is recorded: then, and only then, layers below open spans. */
  readonly traced: boolean;
  /**
   * Set when the request may be sent again after nobody heard its answer, and the same in every repetition: what the request makes without an
   * id of the customer's gets the same one each time (`deterministicId`), so that it is not made twice.
   */
  readonly idempotencyKey?: string | undefined;
  /** Whether the request was sent before and may have been done, without anybody hearing its answer. */
  readonly isRepetition?: boolean;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the work as part of a call. */
export function runWithContext<Result>(call: RequestContext, work: () => Result): Result {
  return storage.run(call, work);
}

/** The call being served, or undefined in background work. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/**
 * Milliseconds for a question to another service: a third of what the current call has left, so that there is time to continue when it has no
 * answer, and 2 s at least; 5 s outside of a call. A client sends no more than what is left.
 */
export function questionTimeMs(): number {
  const call = storage.getStore();
  return call === undefined ? 5_000 : Math.max(2_000, (call.deadlineMs - performance.now()) / 3);
}

/** Milliseconds left of the current call, at least 1; `fallbackMs` outside of a call. Fails with `deadline_exceeded` when nothing is left. */
export function remainingMs(fallbackMs: number): number {
  const call = storage.getStore();
  if (call === undefined) return fallbackMs;
  const left = call.deadlineMs - performance.now();
  if (left <= 0) throw new Failure("deadline_exceeded", "The time for this request is over.");
  return Math.max(1, Math.min(left, fallbackMs));
}
