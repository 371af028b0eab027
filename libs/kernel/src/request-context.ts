import { AsyncLocalStorage } from "node:async_hooks";
import { Failure } from "./failure.ts";
import type { RowLimits } from "./key-limits.ts";

/**
 * The request being served: every layer below obeys it without receiving it as a parameter. The RPC client copies it into headers, the RPC
 * server restores it from them, and the database derives its time-out from it.
 */
export interface RequestContext {
  /** Correlates logs, errors and the customer's `x-request-id`. */
  readonly requestId: string;
  /** `performance.now()` value in ms after which the caller no longer waits. */
  readonly deadlineMs: number;
  /** Aborted when the caller is gone or the deadline has passed. */
  readonly signal: AbortSignal;
  /** Whether a trace of the request is recorded: only then do the layers below open spans. */
  readonly traced: boolean;
  /**
   * Set when the request may be sent again after its response was lost, and the same in every repeat: whatever the request creates without
   * an id from the customer gets the same id each time (`deterministicId`), so that it is not created twice.
   */
  readonly idempotencyKey?: string | undefined;
  /** Set when an event is handled: nobody waits for an answer. */
  readonly isEvent?: boolean;
  /** Whether the request was sent before and may have been done, although its response was lost. */
  readonly isRepetition?: boolean;
  /** Which attempt at the request this is; only along with `idempotencyKey`. Once a newer one has begun, an older one writes nothing. */
  readonly attempt?: Attempt | undefined;
  /** The record of the audit log about the request, after its workspace and a slash. */
  readonly auditRecord?: string | undefined;
  /** The limits of the API key that the request acts for, of the rows that it stores; undefined without any. */
  readonly rowLimits?: RowLimits | undefined;
}

/** One attempt at a request that may be sent again. */
export interface Attempt {
  /** 0 for the first, and higher for each one that begins later. */
  readonly number: number;
  /** When the first attempt began, in ms since the epoch by the clock of the workspace service's database. */
  readonly firstSentAtMs: number;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs the work as part of a request. */
export function runWithContext<Result>(call: RequestContext, work: () => Result): Result {
  return storage.run(call, work);
}

/** The request being served, or undefined in background work. */
export function currentContext(): RequestContext | undefined {
  return storage.getStore();
}

/**
 * Milliseconds for a call to another service: a third of what is left of the current request, so that there is time to continue without an
 * answer, but at least 2 s; 5 s outside of a request. A client never sends more than what is left.
 */
export function questionTimeMs(): number {
  const call = storage.getStore();
  return call === undefined ? 5_000 : Math.max(2_000, (call.deadlineMs - performance.now()) / 3);
}

/**
 * Milliseconds left of the current request, at least 1; `fallbackMs` outside of a request. Fails with `deadline_exceeded` when nothing is
 * left.
 */
export function remainingMs(fallbackMs: number): number {
  const call = storage.getStore();
  if (call === undefined) return fallbackMs;
  const left = call.deadlineMs - performance.now();
  if (left <= 0) throw new Failure("deadline_exceeded", "The time for this request is over.");
  return Math.max(1, Math.min(left, fallbackMs));
}
